import { isRecord } from '../../../contract/jsonShape.ts';
import { type AdministrationAnswer, error, success } from '../../../service/administration/call.ts';
import {
  answerCalls,
  bodyOf,
  inEachService,
  insteadOfError,
  insteadOfSuccess,
  keepOf,
  misreadCalls,
  mutateGranted,
  pageByLinkOnly,
  resourcesOf,
  withQuery,
} from '../answerCalls.ts';
import {
  convert,
  drop,
  type Edit,
  elements,
  every,
  type Members,
  replaced,
  rewrite,
  rewriteAll,
  said,
  set,
  swap,
  unsigned,
  within,
} from '../edits.ts';
import { fault, inPlace, inSection } from '../fault.ts';
import type { Injection } from '../injection.ts';
import { matchBeginnings, unlistCreated } from '../mutateStore.ts';

const list = ['list-responses'] as const;
const filter = ['filter-responses'] as const;
const fetch = ['fetch-response'] as const;
/** Surveys that have records. */
const recordSurveys = ['1001', '1002'];
const conditions = { custom1: null, custom2: null, custom3: null, custom4: null, custom5: null, extRef: null };

const asked = 'query of filter-responses';
const encoded = said(encodeURIComponent as (text: string) => string, 'is compared as it stands in the URL');
const notByNumber = said((value: string) => (/^\d+$/.test(value) ? nowhere(value) : value), 'is not found by digits');
const zeroIgnored = said((query: Members) => query.custom3 === '0' && delete query.custom3, 'custom3 may not be 0');
const doubled = said((weight: unknown) => Number(weight) * 2, 'is twice as high');
const truncated = said((weight: unknown) => Math.trunc(Number(weight)), 'has no fraction');

function eachLink(words: string, change: (link: string) => string): Edit {
  return said((body) => isRecord(body.pagination) && rewriteAll('pagination.links', change)(body), `links ${words}`);
}

/** Changes the query of each link. */
function eachQuery(words: string, change: (query: URLSearchParams) => unknown): Edit {
  return eachLink(words, (link) => {
    const [path, text] = link.split('?');
    const query = new URLSearchParams(text);
    change(query);
    return `${path}?${query}`;
  });
}

function lackingInLinks(...names: readonly string[]): Edit {
  return eachQuery(`lack ${names.join(', ')}`, (query) => {
    for (const name of names) query.delete(name);
  });
}

function cutVariables(query: URLSearchParams): void {
  for (const [name, value] of [...query]) if (name.startsWith('custom')) query.set(name, value.slice(0, -1));
}

const decoded = (link: string): string => decodeURIComponent(link.replaceAll('+', ' '));

/** Everything matches where the call is so. */
function ignoredWhere(applies: (query: URLSearchParams) => boolean): Injection {
  return misreadCalls(filter, (call) => (applies(call.query) ? withQuery(call, conditions) : call));
}

function filtersOf(query: URLSearchParams): readonly string[] {
  return Object.keys(conditions).filter((name) => query.has(name));
}

const areTwo = (query: URLSearchParams): boolean => filtersOf(query).length > 1;

/** Changes the `value` of every answer of a record. */
function ofValues(edit: Edit): Edit {
  return every('responseSet', every('answerValues', within('value', edit)));
}

const nowhere = said((value: string) => `${value} nowhere`, 'finds nothing');

/** Endpoints 10 to 12. */
export const readResponseFaults = [
  ...inSection('list-responses', [
    ['list-page-ignored', 'PAGING-LAW-03', 'query of list-responses', set('page', '1')],
    ['list-page-by-link-only', 'RESPONSE-LIST-PAGE-01', 'Only links lead to later pages.', pageByLinkOnly(list)],
    ['list-per-page-ignored', 'RESPONSE-LIST-PER-PAGE-01', 'query of list-responses', drop('perPage')],
    ['list-other-survey-name', 'RESPONSE-LIST-02', 'list-responses', set('surveyName', 'Another survey')],
    fault('list-newest-altered', 'RESPONSE-LIST-02', 'The list shows records without their answers.', {
      how: mutateGranted(list, (body) => {
        const records = resourcesOf(body).filter((record) => elements(record, 'responseSet').length > 0);
        for (const record of records) record.responseSet = [];
        return records.length > 0;
      }),
    }),
    fault(
      'list-second-page-lacks',
      'PAGING-ITEM-01 ODD-LISTS',
      'Records of the second page of the list lack a member.',
      {
        how: mutateGranted(list, (body, { query }) => {
          const records = query.get('page') === '2' ? resourcesOf(body) : [];
          for (const record of records) delete record.osDeviceType;
          return records.length > 0;
        }),
      },
    ),
    ['list-weight-doubled', 'RESPONSE-FETCH-04', 'list-responses', ofValues(convert('weight', doubled))],
    fault('created-not-listed-at-times', 'RESPONSE-LIST-02', 'Some created records are never listed.', {
      how: unlistCreated,
      everyNth: 50,
    }),
  ]),
  ...inSection('filter-responses', [
    ['filter-page-ignored', 'PAGING-LAW-03', asked, set('page', '1')],
    ['filter-page-by-link-only', 'RESPONSE-FILTER-PAGE-01', 'Only links lead to later pages.', pageByLinkOnly(filter)],
    ['filter-per-page-ignored', 'RESPONSE-FILTER-PAGE-01', asked, drop('perPage')],
    ['filter-custom1-ignored', 'RESPONSE-FILTER-CUSTOM1-01', asked, drop('custom1')],
    ['filter-custom3-ignored', 'RESPONSE-FILTER-CUSTOM3-01', asked, drop('custom3')],
    ['filter-extref-ignored', 'RESPONSE-FILTER-NONE-01', asked, drop('extRef')],
    ['filter-custom2-empty', 'RESPONSE-FILTER-CUSTOM2-01', asked, rewrite('custom2', nowhere)],
    ['filter-custom4-empty', 'RESPONSE-FILTER-CUSTOM4-01', asked, rewrite('custom4', nowhere)],
    ['filter-custom5-empty', 'RESPONSE-FILTER-CUSTOM5-01', asked, rewrite('custom5', nowhere)],
    ['filter-extref-empty', 'RESPONSE-FILTER-EXTREF-01', asked, rewrite('extRef', nowhere)],
    ['filter-not-decoded', 'RESPONSE-FILTER-SPECIAL-01', asked, rewrite('custom1', encoded)],
    fault('filter-answers-stale', 'RESPONSE-FILTER-CUSTOM4-01', 'A filter gives what it gave when first asked.', {
      how: inEachService(() => {
        const first = new Map<string, AdministrationAnswer>();
        return answerCalls(filter, (call, clean) => {
          const asked = `${JSON.stringify(call.parameters)} ${call.query}`;
          const answer = first.get(asked) ?? clean(call);
          if (call.query.has('custom4')) first.set(asked, answer);
          return answer;
        });
      }),
    }),
    fault('filter-without-duplicates', 'RESPONSE-FILTER-CUSTOM4-01', 'A filter finds no duplicates.', {
      how: keepOf(filter, ({ duplicate }) => duplicate !== true),
    }),
    ['filter-not-by-number', 'RESPONSE-FILTER-SPECIAL-01', asked, rewrite('custom4', notByNumber)],
    ['filter-by-beginnings', 'RESPONSE-FILTER-LOOSE-01', 'Values that begin alike are found.', matchBeginnings],
    ['filter-cut', 'RESPONSE-FILTER-SPECIAL-01', asked, rewrite('extRef', replaced(/&.*/s, ''))],
    fault('filter-two-nothing', 'RESPONSE-FILTER-TWO-01', 'Two filters together find nothing.', {
      how: misreadCalls(filter, (call) => {
        const given = filtersOf(call.query);
        return given.length < 2 ? call : withQuery(call, Object.fromEntries(given.map((name) => [name, nowhere('')])));
      }),
    }),
    fault('filter-two-across-surveys', 'RECORD-SURVEY-ID-01', 'Two filters find records of other surveys.', {
      how: answerCalls(filter, (call, clean) => {
        const surveys = filtersOf(call.query).length < 2 ? [] : recordSurveys;
        const others = surveys.map((survey_id) => clean({ ...call, parameters: { ...call.parameters, survey_id } }));
        const finds = (answer: AdministrationAnswer): boolean => resourcesOf({ ...bodyOf(answer) }).length > 0;
        return [clean(call), ...others].find(finds) ?? clean(call);
      }),
    }),
    fault('filter-two-refused', 'RESPONSE-FILTER-TWO-02', 'Two filters together are refused.', {
      how: insteadOfSuccess(filter, 400, ({ query }) => areTwo(query)),
    }),
    ['filter-two-ignored', 'RESPONSE-FILTER-CUSTOM2-01', 'Two filters together find everything.', ignoredWhere(areTwo)],
    fault('filter-paged-ignored', 'RESPONSE-FILTER-CUSTOM5-01', 'With page, the filter gives all records.', {
      how: ignoredWhere((query) => query.has('page')),
    }),
    fault('filter-per-cent-ignored', 'RESPONSE-FILTER-CUSTOM3-01', 'A filter by a text with % gives all records.', {
      how: ignoredWhere((query) => filtersOf(query).some((name) => query.get(name)?.includes('%'))),
    }),
    fault('filter-with-ext-ref-nothing', 'RESPONSE-FILTER-TWO-01', 'extRef finds nothing beside another filter.', {
      how: misreadCalls(filter, (call) =>
        call.query.has('extRef') && call.query.has('custom2') ? withQuery(call, { extRef: nowhere('') }) : call,
      ),
    }),
    fault('filter-not-by-short', 'RESPONSE-FILTER-SHORT-01', 'Values of fewer than three letters are refused.', {
      how: insteadOfSuccess(filter, 400, ({ query }) => (query.get('custom5') ?? 'none').length < 3),
    }),
    ['filter-zero-ignored', 'RESPONSE-FILTER-CUSTOM3-01', asked, zeroIgnored],
    ...inPlace('answer of filter-responses', [
      ['filter-links-drop-filter', 'RESPONSE-FILTER-LINKS-01', lackingInLinks(...Object.keys(conditions))],
      ['filter-links-drop-ext-ref', 'RESPONSE-FILTER-LINKS-01', lackingInLinks('extRef')],
      ['filter-links-drop-page', 'RESPONSE-FILTER-LINKS-01', lackingInLinks('page')],
      ['filter-links-drop-per-page', 'RESPONSE-FILTER-LINKS-01', lackingInLinks('perPage')],
      ['filter-links-other-value', 'RESPONSE-FILTER-LINKS-01', eachQuery('cut the filter', cutVariables)],
      ['filter-links-unencoded', 'RESPONSE-FILTER-LINKS-01', eachLink('are not encoded', decoded)],
    ]),
    fault('filter-bare-ids', 'RESPONSE-FILTER-01', 'The filter gives response ids in place of records.', {
      how: mutateGranted(filter, (body) => {
        if (!Array.isArray(body.response) || body.response.length === 0) return false;
        body.response = body.response.map((record) => (isRecord(record) ? record.responseID : record));
        return true;
      }),
    }),
    fault(
      'filter-unfiltered-from-page-two',
      'RESPONSE-FILTER-CUSTOM1-01',
      'From page 2 on, the filter gives all records.',
      {
        how: answerCalls(filter, (call, clean) => {
          const answer = clean(call);
          if (answer.kind !== 'success' || Number(call.query.get('page') ?? 1) < 2) return answer;
          const all = clean(withQuery(call, conditions));
          return all.kind === 'success' ? { ...answer, body: { ...answer.body, response: all.body.response } } : answer;
        }),
      },
    ),
  ]),
  ...inSection('fetch-response', [
    ['fetch-inset-empty', 'RESPONSE-FETCH-03', 'fetch-response', set('currentInset', '')],
    ['fetch-place-mirrored', 'RESPONSE-FETCH-03', 'fetch-response', within('location', swap('latitude', 'longitude'))],
    ['fetch-hemisphere-lost', 'RESPONSE-FETCH-03', 'fetch-response', convert('location.longitude', unsigned)],
    ['fetch-system-for-browser', 'RESPONSE-FETCH-03', 'fetch-response', swap('browser', 'operatingSystem')],
    ['fetch-other-lost', 'RESPONSE-FETCH-03', 'fetch-response', ofValues(set('other', ''))],
    ['fetch-weight-cut', 'RESPONSE-FETCH-03', 'fetch-response', ofValues(convert('weight', truncated))],
    ['fetch-lost', 'RESPONSE-FETCH-01', 'A fetch gives 404 at times.', insteadOfSuccess(fetch, 404), { everyNth: 5 }],
    fault('unknown-response-another', 'ADMIN-UNKNOWN-RESPONSE-01', 'An unknown response gives the first one.', {
      how: insteadOfError(404, fetch, (call, clean) => {
        const list = clean({ ...call, endpoint: 'list-responses', query: new URLSearchParams() });
        const first = list.kind === 'success' && Array.isArray(list.body.response) ? list.body.response[0] : undefined;
        return first === undefined ? error(404) : success(200, first);
      }),
    }),
    fault('fetch-across-surveys', 'RECORD-SURVEY-ID-01', 'A record is fetched through another survey, too.', {
      how: insteadOfError(404, fetch, (call, clean) => {
        for (const survey_id of recordSurveys) {
          const answer = clean({ ...call, parameters: { ...call.parameters, survey_id } });
          if (answer.kind === 'success') return answer;
        }
        return error(404);
      }),
    }),
    fault('fetch-neighbour', 'RESPONSE-FETCH-01', 'A fetch gives the record before, where there is one.', {
      how: answerCalls(fetch, (call, clean) => {
        const answer = clean(call);
        if (answer.kind !== 'success') return answer;
        const response_id = String(Number(call.parameters.response_id) - 1);
        const before = clean({ ...call, parameters: { ...call.parameters, response_id } });
        return before.kind === 'success' ? before : answer;
      }),
    }),
  ]),
];
