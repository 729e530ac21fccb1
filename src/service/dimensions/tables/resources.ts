import { isRecord } from '../../../contract/jsonShape.ts';
import type { AdministrationAnswer, AdministrationCall, AdministrationEndpoint } from '../../administration/call.ts';
import { error, success } from '../../administration/call.ts';
import { convertText, type Members, set } from '../../faults/edits.ts';
import type { Injection } from '../../faults/fault.ts';
import {
  answerCalls,
  inEachService,
  insteadOfError,
  insteadOfSuccess,
  mutateResources,
} from '../../faults/mutateAnswer.ts';
import { mutateResponse } from '../../faults/mutateResponse.ts';
import { arrangeLists, renumberResources } from '../arrangedStore.ts';
import { by, dimension, openIn } from '../dimension.ts';
import { reversed } from '../reorder.ts';

const departments = ['create-department', 'list-departments'] as const;
const created: readonly (string | undefined)[] = ['create-department', 'create-template', 'create-response'];
const visibleAfterMs = 2000;

function textIn(call: AdministrationCall, name: string): string {
  const value = isRecord(call.body) ? call.body[name] : undefined;
  return typeof value === 'string' ? value : '';
}

function refuseCalls(endpoint: AdministrationEndpoint, applies: (call: AdministrationCall) => boolean): Injection {
  return insteadOfSuccess([endpoint], 400, applies);
}

function extra(endpoints: readonly AdministrationEndpoint[], members: Members): Injection {
  return mutateResources(endpoints, (resource) => Object.assign(resource, members));
}

/** Departments. */
export const departmentDimensions = openIn('department', [
  dimension('departmentIds', 'The ids of departments', ['ascending', 'large', 'descending'], (value) =>
    renumberResources((id) => (value === 'large' ? 9_007_199_250_000_000 + id : 500_000 - id), 'departments'),
  ),
  dimension('departmentOrder', 'The order of departments', ['oldest-first', 'newest-first', 'by-name'], (value) =>
    arrangeLists(() => ({
      departments: (held) =>
        value === 'newest-first'
          ? reversed(held)
          : [...held].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
    })),
  ),
  dimension('departmentDelay', 'How soon a created department is listed', ['at-once', 'after-2-seconds'], () =>
    arrangeLists((now) => {
      const firstSeenMs = new Map<number, number>();
      return {
        departments: (held) =>
          held.filter(({ departmentID }) => {
            const seenMs = firstSeenMs.get(departmentID) ?? now();
            firstSeenMs.set(departmentID, seenMs);
            return now() - seenMs >= visibleAfterMs;
          }),
      };
    }),
  ),
  dimension('departmentMembers', 'Members of a department that the document does not have', ['none', 'some'], () =>
    extra(departments, { createdAt: '2026-03-09T13:05:07Z', parentDepartmentID: null, employees: [] }),
  ),
  dimension(
    'departmentRefusal',
    'Which names of departments are refused',
    ['none', 'long', 'markup', 'beyond-ascii', 'repeated'],
    (value) => {
      const seen = new Set<string>();
      return refuseCalls('create-department', (call) => {
        const name = textIn(call, 'name');
        if (value === 'long') return name.length > 255;
        if (value === 'markup') return /[<>"]/.test(name);
        if (value === 'beyond-ascii') return /[^\x20-\x7e]/.test(name);
        const known = seen.has(name);
        seen.add(name);
        return known;
      });
    },
  ),
  dimension('accountRefusal', 'Which primary accounts are refused', ['none', 'unknown', 'zero'], (value) =>
    refuseCalls('create-department', ({ body }) => {
      const account = isRecord(body) ? body.primaryAccountID : undefined;
      return value === 'zero' ? account === 0 : account !== undefined && account !== 0 && account !== 7;
    }),
  ),
  dimension('departmentsOfUnknown', 'What lists of unknown organizations give', ['error', 'empty-list'], () =>
    emptyWhereUnknown('list-departments'),
  ),
]);

/** Email templates. */
export const templateDimensions = openIn('template', [
  dimension('templateIds', 'The ids of templates', ['ascending', 'large', 'descending'], (value) =>
    renumberResources((id) => (value === 'large' ? 9_007_199_250_000_000 + id : 500_000 - id), 'templates'),
  ),
  dimension('templateOtherMembers', 'Members of a template that the document does not have', ['none', 'some'], () =>
    extra(['create-template'], { language: 'en', attachments: [], replyTo: null }),
  ),
  dimension('templateUser', 'Whose a template is', ['7', '0', 'large'], (value) =>
    mutateResources(['create-template'], set('userID', value === '0' ? 0 : 4_294_967_296)),
  ),
  dimension(
    'templateRefusal',
    'Which contents of templates are refused',
    ['none', 'without-link', 'long-title', 'long-content', 'script'],
    (value) =>
      refuseCalls('create-template', (call) => {
        if (value === 'without-link') return !textIn(call, 'content').includes('<SURVEY_LINK>');
        if (value === 'long-title')
          return textIn(call, 'title').length > 100 || textIn(call, 'emailSubject').length > 100;
        if (value === 'long-content') return textIn(call, 'content').length > 4000;
        return /<script/i.test(textIn(call, 'content') + textIn(call, 'title'));
      }),
  ),
]);

/** Keys. */
export const keyDimensions = openIn('regenerate-key', [
  dimension('regenerationAgain', 'What a call that is repeated once gets', ['refusal', 'same-key'], () =>
    inEachService(() => {
      const answers = new Map<string | undefined, AdministrationAnswer>();
      return answerCalls(['regenerate-key'], (call, clean) => {
        const answer = answers.get(call.key) ?? clean(call);
        if (answer.kind === 'success' && !answers.delete(call.key)) answers.set(call.key, answer);
        return answer;
      });
    }),
  ),
]);

/** Datapads. */
export const datapadDimensions = openIn('datapad', [
  dimension(
    'datapadUrls',
    'Whether the URLs of a datapad are absolute',
    ['absolute', 'path', 'query', 'scheme-relative'],
    by({
      path: datapadUrls((url) => url.replace(/^https?:\/\/[^/]+/, '')),
      query: datapadUrls((url) => `${url}?token=abc&lang=en#top`),
      'scheme-relative': datapadUrls((url) => url.replace(/^https?:/, '')),
    }),
  ),
  dimension('datapadMembers', 'Members of a datapad that the document does not have', ['none', 'some'], () =>
    extra(['update-datapad'], { updatedAt: 1_773_061_507, owner: null }),
  ),
  dimension(
    'datapadTexts',
    'What title and description of a datapad hold',
    ['words', 'empty', 'markup'],
    by({
      empty: mutateResources(['update-datapad'], (pad) => Object.assign(pad, { title: '', description: '' })),
      markup: mutateResources(
        ['update-datapad'],
        convertText('description', (text) => `<p>${text} &amp; «日本»</p>`),
      ),
    }),
  ),
  dimension('datapadRefusal', 'Which texts of a datapad are refused', ['none', 'script', 'long'], (value) =>
    refuseCalls('update-datapad', (call) => {
      const text = textIn(call, 'analysisHtmlText');
      return value === 'script' ? /<script/i.test(text) : text.length > 4000;
    }),
  ),
]);

/** What endpoints 4 to 12 have in common. */
export const administrationDimensions = openIn('endpoints', [
  dimension('locationHeader', 'Whether a created resource is named in a header', ['no', 'yes'], () =>
    mutateResponse(
      (_draft, { endpoint }) => created.includes(endpoint),
      ({ headers }) => {
        headers.location = '/a/api/v2/created/1';
      },
    ),
  ),
  dimension('unknownResponse', 'What an unknown response gets', ['404', '403', '400'], (value) =>
    insteadOfError(404, ['fetch-response'], () => error(value === '403' ? 403 : 400)),
  ),
  dimension('responsesOfUnknown', 'What lists of unknown surveys give', ['error', 'empty-list'], () =>
    emptyWhereUnknown('list-responses'),
  ),
]);

/** An empty list where the resource above it is unknown. */
function emptyWhereUnknown(endpoint: 'list-departments' | 'list-responses'): Injection {
  return answerCalls([endpoint], (call, clean) => {
    const answer = clean(call);
    const isUnknown = answer.kind === 'error' && (answer.httpStatus === 404 || answer.httpStatus === 403);
    const [id = ''] = Object.values(call.parameters);
    if (!isUnknown || !/^\d+$/.test(id) || answer.httpStatus === 403) return answer;
    const page = Number(call.query.get('page') ?? 1);
    const path = call.url.split('?', 1)[0] ?? '';
    const first = `${path}?page=1&perPage=100`;
    const links = { self: `${path}?page=${page}&perPage=100`, first, last: first, prev: null, next: null };
    return success(200, [], { perPage: 100, totalItems: 0, currentPage: page, totalPages: 0, links });
  });
}

function datapadUrls(change: (url: string) => string): Injection {
  return mutateResources(['update-datapad'], (pad) => {
    if (!isRecord(pad.urls)) return;
    pad.urls = Object.fromEntries(Object.entries(pad.urls).map(([name, url]) => [name, change(String(url))]));
  });
}
