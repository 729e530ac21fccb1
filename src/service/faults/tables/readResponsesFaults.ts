import { isRecord } from '../../../contract/jsonShape.ts';
import { type AdministrationAnswer, error, success } from '../../administration/call.ts';
import { convert, convertTexts, type Edit, elements, every, set, swap, unsigned, within } from '../edits.ts';
import { fault, type Injection, inSection } from '../fault.ts';
import {
  answerCalls,
  inEachService,
  insteadOfError,
  insteadOfSuccess,
  keepOf,
  misreadCalls,
  mutateAnswer,
  mutateResources,
  pageByLinkOnly,
  resourcesOf,
  withQuery,
} from '../mutateAnswer.ts';
import { matchBeginnings, unlistCreated } from '../mutateStore.ts';

const list = ['list-responses'] as const;
const filter = ['filter-responses'] as const;
const fetch = ['fetch-response'] as const;
/** Surveys that have records. */
const recordSurveys = ['1001', '1002'];
const conditions = { custom1: null, custom2: null, custom3: null, custom4: null, custom5: null, extRef: null };

/** Looks for another value of a condition than the one that was sent. */
function sought(field: string, change: (value: string) => string): Injection {
  return misreadCalls(filter, (call) => {
    const value = call.query.get(field);
    return value === null ? call : withQuery(call, { [field]: change(value) });
  });
}

/** Everything matches a condition. */
function ignored(field: string): Injection {
  return misreadCalls(filter, (call) => withQuery(call, { [field]: null }));
}

function filterLinks(change: (link: string) => string): Injection {
  return mutateAnswer(filter, (body) => isRecord(body.pagination) && convertTexts('pagination.links', change)(body));
}

function filterQueries(change: (query: URLSearchParams) => void): Injection {
  return filterLinks((link) => {
    const [path, text] = link.split('?');
    const query = new URLSearchParams(text);
    change(query);
    return `${path}?${query}`;
  });
}

/** Everything matches where the call is so. */
function ignoredWhere(applies: (query: URLSearchParams) => boolean): Injection {
  return misreadCalls(filter, (call) => (applies(call.query) ? withQuery(call, conditions) : call));
}

function filtersOf(query: URLSearchParams): readonly string[] {
  return Object.keys(conditions).filter((name) => query.has(name));
}

/** Changes the `value` of every answer of a record. */
function ofValues(edit: Edit): Edit {
  return every('responseSet', every('answerValues', within('value', edit)));
}

const nowhere = (value: string): string => `${value} nowhere`;

/** Endpoints 10 to 12. */
export const readResponseFaults = [
  ...inSection('list-responses', [
    fault('list-page-ignored', ['PAGING-LAW-03'], 'The list ignores page.', {
      how: misreadCalls(list, (call) => withQuery(call, { page: '1' })),
    }),
    fault('list-page-by-link-only', ['RESPONSE-LIST-PAGE-01'], 'Only links lead to later pages of the list.', {
      how: pageByLinkOnly(list),
    }),
    fault('list-per-page-ignored', ['RESPONSE-LIST-PER-PAGE-01'], 'The list ignores perPage.', {
      how: misreadCalls(list, (call) => withQuery(call, { perPage: null })),
    }),
    fault('list-other-survey-name', ['RESPONSE-LIST-02'], 'Listed records have the name of another survey.', {
      how: mutateResources(list, set('surveyName', 'Another survey')),
    }),
    fault('list-newest-altered', ['RESPONSE-LIST-02'], 'The list shows records without their answers.', {
      how: mutateAnswer(list, (body) => {
        const records = resourcesOf(body).filter((record) => elements(record, 'responseSet').length > 0);
        for (const record of records) record.responseSet = [];
        return records.length > 0;
      }),
    }),
    fault('list-weight-doubled', ['RESPONSE-FETCH-04'], 'Listed records have weights twice as high.', {
      how: mutateResources(list, ofValues(convert('weight', (weight) => Number(weight) * 2))),
    }),
    fault('created-not-listed-at-times', ['RESPONSE-LIST-02'], 'Some created records are never listed.', {
      how: unlistCreated,
      everyNth: 50,
    }),
  ]),
  ...inSection('filter-responses', [
    fault('filter-page-ignored', ['PAGING-LAW-03'], 'The filter ignores page.', {
      how: misreadCalls(filter, (call) => withQuery(call, { page: '1' })),
    }),
    fault('filter-page-by-link-only', ['RESPONSE-FILTER-PAGE-01'], 'Only links lead to later pages of the filter.', {
      how: pageByLinkOnly(filter),
    }),
    fault('filter-per-page-ignored', ['RESPONSE-FILTER-PAGE-01'], 'The filter ignores perPage.', {
      how: misreadCalls(filter, (call) => withQuery(call, { perPage: null })),
    }),
    fault('filter-custom1-ignored', ['RESPONSE-FILTER-CUSTOM1-01'], 'The filter ignores custom1.', {
      how: ignored('custom1'),
    }),
    fault('filter-custom3-ignored', ['RESPONSE-FILTER-CUSTOM3-01'], 'The filter ignores custom3.', {
      how: ignored('custom3'),
    }),
    fault('filter-extref-ignored', ['RESPONSE-FILTER-NONE-01'], 'The filter ignores extRef.', {
      how: ignored('extRef'),
    }),
    fault('filter-custom2-empty', ['RESPONSE-FILTER-CUSTOM2-01'], 'A record is not found by its custom2.', {
      how: sought('custom2', nowhere),
    }),
    fault('filter-custom4-empty', ['RESPONSE-FILTER-CUSTOM4-01'], 'A record is not found by its custom4.', {
      how: sought('custom4', nowhere),
    }),
    fault('filter-custom5-empty', ['RESPONSE-FILTER-CUSTOM5-01'], 'A record is not found by its custom5.', {
      how: sought('custom5', nowhere),
    }),
    fault('filter-extref-empty', ['RESPONSE-FILTER-EXTREF-01'], 'A record is not found by its externalReference.', {
      how: sought('extRef', nowhere),
    }),
    fault('filter-not-decoded', ['RESPONSE-FILTER-SPECIAL-01'], 'custom1 is compared as it stands in the URL.', {
      how: sought('custom1', encodeURIComponent),
    }),
    fault('filter-answers-stale', ['RESPONSE-FILTER-CUSTOM4-01'], 'A filter gives what it gave when first asked.', {
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
    fault('filter-without-duplicates', ['RESPONSE-FILTER-CUSTOM4-01'], 'A filter finds no duplicates.', {
      how: keepOf(filter, ({ duplicate }) => duplicate !== true),
    }),
    fault('filter-not-by-number', ['RESPONSE-FILTER-SPECIAL-01'], 'A value of digits alone finds nothing.', {
      how: sought('custom4', (value) => (/^\d+$/.test(value) ? nowhere(value) : value)),
    }),
    fault('filter-by-beginnings', ['RESPONSE-FILTER-LOOSE-01'], 'Values that begin alike are found.', {
      how: matchBeginnings,
    }),
    fault('filter-cut', ['RESPONSE-FILTER-SPECIAL-01'], 'extRef is compared up to its first ampersand only.', {
      how: sought('extRef', (value) => value.split('&')[0] ?? ''),
    }),
    fault('filter-two-nothing', ['RESPONSE-FILTER-TWO-01'], 'Two filters together find nothing.', {
      how: misreadCalls(filter, (call) => {
        const given = filtersOf(call.query);
        return given.length < 2 ? call : withQuery(call, Object.fromEntries(given.map((name) => [name, nowhere('')])));
      }),
    }),
    fault('filter-two-refused', ['RESPONSE-FILTER-TWO-02'], 'Two filters together are refused.', {
      how: insteadOfSuccess(filter, 400, ({ query }) => filtersOf(query).length > 1),
    }),
    fault('filter-two-ignored', ['RESPONSE-FILTER-CUSTOM2-01'], 'Two filters together find all records.', {
      how: ignoredWhere((query) => filtersOf(query).length > 1),
    }),
    fault('filter-paged-ignored', ['RESPONSE-FILTER-CUSTOM5-01'], 'With page, the filter gives all records.', {
      how: ignoredWhere((query) => query.has('page')),
    }),
    fault('filter-per-cent-ignored', ['RESPONSE-FILTER-CUSTOM3-01'], 'A filter by a text with % gives all records.', {
      how: ignoredWhere((query) => filtersOf(query).some((name) => query.get(name)?.includes('%'))),
    }),
    fault('filter-with-ext-ref-nothing', ['RESPONSE-FILTER-TWO-01'], 'extRef finds nothing beside another filter.', {
      how: misreadCalls(filter, (call) =>
        call.query.has('extRef') && call.query.has('custom2') ? withQuery(call, { extRef: nowhere('') }) : call,
      ),
    }),
    fault('filter-not-by-short', ['RESPONSE-FILTER-SHORT-01'], 'Values of fewer than three letters are refused.', {
      how: insteadOfSuccess(filter, 400, ({ query }) => (query.get('custom5') ?? 'none').length < 3),
    }),
    fault('filter-zero-ignored', ['RESPONSE-FILTER-CUSTOM3-01'], 'A filter by 0 gives all records.', {
      how: misreadCalls(filter, (call) =>
        call.query.get('custom3') === '0' ? withQuery(call, { custom3: null }) : call,
      ),
    }),
    fault('filter-links-drop-filter', ['RESPONSE-FILTER-LINKS-01'], 'The links of the filter drop its parameters.', {
      how: filterQueries((query) => {
        for (const name of [...query.keys()]) if (name !== 'page' && name !== 'perPage') query.delete(name);
      }),
    }),
    fault('filter-links-drop-ext-ref', ['RESPONSE-FILTER-LINKS-01'], 'The links of the filter do not repeat extRef.', {
      how: filterQueries((query) => query.delete('extRef')),
    }),
    fault('filter-links-drop-page', ['RESPONSE-FILTER-LINKS-01'], 'The links of the filter have no page.', {
      how: filterQueries((query) => query.delete('page')),
    }),
    fault('filter-links-drop-per-page', ['RESPONSE-FILTER-LINKS-01'], 'The links of the filter have no perPage.', {
      how: filterQueries((query) => query.delete('perPage')),
    }),
    fault('filter-links-other-value', ['RESPONSE-FILTER-LINKS-01'], 'The links of the filter cut its parameters.', {
      how: filterQueries((query) => {
        for (const [name, value] of [...query]) if (name.startsWith('custom')) query.set(name, value.slice(0, -1));
      }),
    }),
    fault('filter-links-unencoded', ['RESPONSE-FILTER-LINKS-01'], 'The links of the filter are not encoded.', {
      how: filterLinks((link) => decodeURIComponent(link.replaceAll('+', ' '))),
    }),
    fault('filter-bare-ids', ['RESPONSE-FILTER-01'], 'The filter gives response ids in place of records.', {
      how: mutateAnswer(filter, (body) => {
        if (!Array.isArray(body.response) || body.response.length === 0) return false;
        body.response = body.response.map((record) => (isRecord(record) ? record.responseID : record));
        return true;
      }),
    }),
    fault('filter-unfiltered-from-page-two', ['PAGING-LAW-02'], 'From page 2 on, the filter gives all records.', {
      how: answerCalls(filter, (call, clean) => {
        const answer = clean(call);
        if (answer.kind !== 'success' || Number(call.query.get('page') ?? 1) < 2) return answer;
        const all = clean(withQuery(call, conditions));
        return all.kind === 'success' ? { ...answer, body: { ...answer.body, response: all.body.response } } : answer;
      }),
    }),
  ]),
  ...inSection('fetch-response', [
    fault('fetch-inset-empty', ['RESPONSE-FETCH-03'], 'currentInset of a fetched record is empty.', {
      how: mutateResources(fetch, set('currentInset', '')),
    }),
    fault('fetch-place-mirrored', ['RESPONSE-FETCH-03'], 'A fetched record has latitude and longitude exchanged.', {
      how: mutateResources(fetch, within('location', swap('latitude', 'longitude'))),
    }),
    fault('fetch-hemisphere-lost', ['RESPONSE-FETCH-03'], 'The longitude of a fetched record has no sign.', {
      how: mutateResources(fetch, convert('location.longitude', unsigned)),
    }),
    fault('fetch-system-for-browser', ['RESPONSE-FETCH-03'], 'A fetched record has browser and system exchanged.', {
      how: mutateResources(fetch, swap('browser', 'operatingSystem')),
    }),
    fault('fetch-other-lost', ['RESPONSE-FETCH-03'], 'A fetched record has no other texts.', {
      how: mutateResources(fetch, ofValues(set('other', ''))),
    }),
    fault('fetch-weight-cut', ['RESPONSE-FETCH-03'], 'A fetched record has weights without fractions.', {
      how: mutateResources(fetch, ofValues(convert('weight', (weight) => Math.trunc(Number(weight))))),
    }),
    fault('fetch-lost', ['RESPONSE-FETCH-01'], 'One fetch in five of a record that exists gives 404.', {
      how: insteadOfSuccess(fetch, 404),
      everyNth: 5,
    }),
    fault('unknown-response-another', ['ADMIN-UNKNOWN-RESPONSE-01'], 'An unknown response gives the first one.', {
      how: insteadOfError(404, fetch, (call, clean) => {
        const list = clean({ ...call, endpoint: 'list-responses', query: new URLSearchParams() });
        const first = list.kind === 'success' && Array.isArray(list.body.response) ? list.body.response[0] : undefined;
        return first === undefined ? error(404) : success(200, first);
      }),
    }),
    fault('fetch-across-surveys', ['RECORD-SURVEY-ID-01'], 'A record is fetched through another survey, too.', {
      how: insteadOfError(404, fetch, (call, clean) => {
        for (const survey_id of recordSurveys) {
          const answer = clean({ ...call, parameters: { ...call.parameters, survey_id } });
          if (answer.kind === 'success') return answer;
        }
        return error(404);
      }),
    }),
    fault('fetch-neighbour', ['RESPONSE-FETCH-01'], 'A fetch gives the record before, where there is one.', {
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
