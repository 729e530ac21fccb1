import type { Department } from '../../../contract/administrationSchemas.ts';
import { isRecord } from '../../../contract/jsonShape.ts';
import type {
  AdministrationAnswer,
  AdministrationCall,
  AdministrationEndpoint,
} from '../../../service/administration/call.ts';
import { error, success } from '../../../service/administration/call.ts';
import { answerCalls, insteadOfError, insteadOfSuccess } from '../../faults/answerCalls.ts';
import { add, replaced, rewrite, rewriteAll, set } from '../../faults/edits.ts';
import { changeAt } from '../../faults/faultPlaces.ts';
import type { Injection } from '../../faults/injection.ts';
import { arrangeLists, renumberDepartments, renumberTemplates } from '../arrangedStore.ts';
import { dimension, openIn } from '../dimension.ts';
import { reversed } from '../reorder.ts';

const visibleAfterMs = 2000;

function textIn(call: AdministrationCall, name: string): string {
  const value = isRecord(call.body) ? call.body[name] : undefined;
  return typeof value === 'string' ? value : '';
}

function refuseCalls(endpoint: AdministrationEndpoint, applies: (call: AdministrationCall) => boolean): Injection {
  return insteadOfSuccess([endpoint], 400, applies);
}

/** Refuses calls with one text of their body. */
function refuseTexts(endpoint: AdministrationEndpoint, name: string, isBad: (text: string) => boolean): Injection {
  return refuseCalls(endpoint, (call) => isBad(textIn(call, name)));
}

function refuseAccounts(isBad: (account: unknown) => boolean): Injection {
  return refuseCalls('create-department', ({ body }) => isBad(isRecord(body) ? body.primaryAccountID : undefined));
}

function datapadUrls(change: (url: string) => string): Injection {
  return changeAt('update-datapad', rewriteAll('urls', change));
}

function listed(order: (held: readonly Department[]) => readonly Department[]): Injection {
  return arrangeLists(() => ({ departments: order }));
}

function byName(held: readonly Department[]): Department[] {
  return [...held].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** True of what was seen before. */
function repeated(): (text: string) => boolean {
  const seen = new Set<string>();
  return (text) => seen.size === seen.add(text).size;
}

const large = (id: number): number => 9_007_199_250_000_000 + id;
const descending = (id: number): number => 500_000 - id;
const inMarkup = (text: string): string => `<p>${text} &amp; «日本»</p>`;
const isLong = (text: string): boolean => text.length > 4000;
const hasScript = (text: string): boolean => /<script/i.test(text);

/** Departments. */
export const departmentDimensions = openIn('department', [
  dimension('departmentIds', 'The ids of departments', 'ascending', {
    large: renumberDepartments(large),
    descending: renumberDepartments(descending),
  }),
  dimension('departmentOrder', 'The order of departments', 'oldest-first', {
    'newest-first': listed(reversed),
    'by-name': listed(byName),
  }),
  dimension('departmentDelay', 'How soon a created department is listed', 'at-once', {
    'after-2-seconds': arrangeLists((now) => {
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
  }),
  dimension('departmentMembers', 'Members of a department that the document does not have', 'none', {
    some: ['departments', add({ createdAt: '2026-03-09T13:05:07Z', parentDepartmentID: null, employees: [] })],
  }),
  dimension('departmentRefusal', 'Which names of departments are refused', 'none', {
    long: refuseTexts('create-department', 'name', (name) => name.length > 255),
    markup: refuseTexts('create-department', 'name', (name) => /[<>"]/.test(name)),
    'beyond-ascii': refuseTexts('create-department', 'name', (name) => /[^\x20-\x7e]/.test(name)),
    repeated: () => refuseTexts('create-department', 'name', repeated()),
  }),
  dimension('accountRefusal', 'Which primary accounts are refused', 'none', {
    unknown: refuseAccounts((account) => account !== undefined && account !== 0 && account !== 7),
    zero: refuseAccounts((account) => account === 0),
  }),
  dimension('departmentsOfUnknown', 'What lists of unknown organizations give', 'error', {
    'empty-list': emptyWhereUnknown('list-departments'),
  }),
]);

/** Email templates. */
export const templateDimensions = openIn('template', [
  dimension('templateIds', 'The ids of templates', 'ascending', {
    large: renumberTemplates(large),
    descending: renumberTemplates(descending),
  }),
  dimension('templateOtherMembers', 'Members of a template that the document does not have', 'none', {
    some: ['create-template', add({ language: 'en', attachments: [], replyTo: null })],
  }),
  dimension('templateUser', 'Whose a template is', '7', {
    0: ['create-template', set('userID', 0)],
    large: ['create-template', set('userID', 4_294_967_296)],
  }),
  dimension('templateRefusal', 'Which contents of templates are refused', 'none', {
    'without-link': refuseTexts('create-template', 'content', (text) => !text.includes('<SURVEY_LINK>')),
    'long-title': refuseCalls('create-template', (call) =>
      ['title', 'emailSubject'].some((name) => textIn(call, name).length > 100),
    ),
    'long-content': refuseTexts('create-template', 'content', isLong),
    script: refuseCalls('create-template', (call) => hasScript(textIn(call, 'content') + textIn(call, 'title'))),
  }),
]);

/** Keys. */
export const keyDimensions = openIn('regenerate-key', [
  dimension('regenerationAgain', 'What a call that is repeated once gets', 'refusal', {
    'same-key': () => {
      const answers = new Map<string | undefined, AdministrationAnswer>();
      return answerCalls(['regenerate-key'], (call, clean) => {
        const answer = answers.get(call.key) ?? clean(call);
        if (answer.kind === 'success' && !answers.delete(call.key)) answers.set(call.key, answer);
        return answer;
      });
    },
  }),
]);

/** Datapads. */
export const datapadDimensions = openIn('datapad', [
  dimension('datapadUrls', 'Whether the URLs of a datapad are absolute', 'absolute', {
    path: datapadUrls(replaced(/^https?:\/\/[^/]+/, '')),
    query: datapadUrls((url) => `${url}?token=abc&lang=en#top`),
    'scheme-relative': datapadUrls(replaced(/^https?:/, '')),
  }),
  dimension('datapadMembers', 'Members of a datapad that the document does not have', 'none', {
    some: ['update-datapad', add({ updatedAt: 1_773_061_507, owner: null })],
  }),
  dimension('datapadTexts', 'What title and description of a datapad hold', 'words', {
    empty: ['update-datapad', add({ title: '', description: '' })],
    markup: ['update-datapad', rewrite('description', inMarkup)],
  }),
  dimension('datapadRefusal', 'Which texts of a datapad are refused', 'none', {
    script: refuseTexts('update-datapad', 'analysisHtmlText', hasScript),
    long: refuseTexts('update-datapad', 'analysisHtmlText', isLong),
  }),
]);

/** What endpoints 4 to 12 have in common. */
export const administrationDimensions = openIn('endpoints', [
  dimension('locationHeader', 'Whether a created resource is named in a header', 'no', {
    yes: (['create-department', 'create-template', 'create-response'] as const).map(
      (endpoint) => [`headers, on ${endpoint}`, add({ location: '/a/api/v2/created/1' })] as const,
    ),
  }),
  dimension('unknownResponse', 'What an unknown response gets', '404', {
    400: insteadOfError(404, ['fetch-response'], () => error(400)),
    403: insteadOfError(404, ['fetch-response'], () => error(403)),
  }),
  dimension('responsesOfUnknown', 'What lists of unknown surveys give', 'error', {
    'empty-list': emptyWhereUnknown('list-responses'),
  }),
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
