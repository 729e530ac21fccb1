import { isRecord } from '../../../contract/jsonShape.ts';
import { type AdministrationCall, error } from '../../../service/administration/call.ts';
import type { StoredResponse } from '../../../service/store/store.ts';
import { answerCalls, insteadOfSuccess, misreadCalls, mutateLinks } from '../../faults/answerCalls.ts';
import {
  add,
  at,
  convert,
  type Edit,
  elements,
  every,
  type Members,
  rewrite,
  rewriteAll,
  set,
  within,
} from '../../faults/edits.ts';
import { changeAt } from '../../faults/faultPlaces.ts';
import type { Injection } from '../../faults/injection.ts';
import { arrangeLists, fillLists, renumberResponses } from '../arrangedStore.ts';
import { dimension, openIn } from '../dimension.ts';
import { reversed } from '../reorder.ts';

/** Changes the `value` of every answer of a record. */
function inValues(edit: Edit): Injection {
  return changeAt('answer values', within('value', edit));
}

function backwards(name: string): Edit {
  return convert(name, (items) => (Array.isArray(items) ? reversed(items) : items));
}

const visibleAfterMs = 3000;

function delayed(kind: 'completed' | 'created'): Injection {
  return arrangeLists((now) => {
    const isShown = (stored: StoredResponse): boolean =>
      stored.source.kind !== kind || now() - stored.storedAtMs >= visibleAfterMs;
    return { responses: (held) => held.filter(isShown), isShown };
  });
}

/** Refuses records by what their questions and answers are. */
function refused(isBad: (questions: readonly Members[]) => boolean): Injection {
  return insteadOfSuccess(['create-response'], 400, ({ body }) =>
    isBad(isRecord(body) ? elements(body, 'responseSet') : []),
  );
}

function refusedAgain(): Injection {
  const references = new Set<unknown>();
  return insteadOfSuccess(['create-response'], 400, ({ body }: AdministrationCall) => {
    const reference = isRecord(body) ? body.externalReference : undefined;
    return references.size === references.add(reference).size && reference !== undefined;
  });
}

/** Spread without any pattern, yet always the same. */
function scattered(held: readonly StoredResponse[]): StoredResponse[] {
  const place = ({ responseId }: StoredResponse): number => Math.imul(responseId, 2_654_435_761) >>> 0;
  return [...held].sort((a, b) => place(a) - place(b));
}

/** What the service makes up itself; what the client sent is its own. */
function codes(code: (questionId: unknown) => string, description: string): Injection {
  return changeAt('answered questions', (question) => {
    const { questionID, questionCode, questionDescription } = question;
    if (questionCode !== `Q${questionID}` || questionDescription !== '') return;
    Object.assign(question, { questionCode: code(questionID), questionDescription: description });
  });
}

function above(difference: number): Injection {
  return renumberResponses(
    (id) => id + difference,
    (id) => id - difference,
  );
}

const fromAbove = (id: number): number => 20_000_000 - id;
const oslo = { country: 'Norway', region: 'Oslo', latitude: 59.91, longitude: 10.75, radius: 50, countryCode: 'NO' };
const nowhere = { country: null, region: '', latitude: 0, longitude: 0, radius: 0, countryCode: '' };
const leftOut = { questionID: 999_001, questionText: 'Left out', answerValues: [] };

/** Survey response records. */
export const recordDimensions = openIn('record', [
  dimension('recordOrder', 'The order of records', 'oldest-first', {
    'newest-first': arrangeLists(() => ({ responses: reversed })),
    scattered: arrangeLists(() => ({ responses: scattered })),
  }),
  dimension('recordIds', 'The ids of records', 'ascending', {
    'beyond-32-bits': above(5_000_000_000),
    'near-2^53': above(9_007_199_200_000_000),
    descending: renumberResponses(fromAbove, fromAbove),
  }),
  dimension('completionDelay', 'How soon a completed walk is a record', 'at-once', {
    'after-3-seconds': delayed('completed'),
  }),
  dimension('creationDelay', 'How soon a created record is found', 'at-once', {
    'after-3-seconds': delayed('created'),
  }),
  dimension('listsOfOthers', 'What others keep in the lists', 'nothing', {
    'many-before': fillLists(130, 0),
    'some-meanwhile': fillLists(3, 5),
  }),
  dimension('recordQuestionOrder', 'The order of the questions of a record', 'of-walk', {
    reversed: ['records', backwards('responseSet')],
  }),
  dimension('recordAnswerOrder', 'The order of the answers of a record', 'of-walk', {
    reversed: ['answered questions', backwards('answerValues')],
  }),
  dimension('recordMembers', 'Members of a record that the document does not have', 'none', {
    some: [
      'records',
      (record) => {
        add({ emailAddress: null, surveyVersion: 3, referrer: '' })(record);
        for (const part of ['location', 'customVariables']) add({ _ext: { version: 2, tags: [] } }, part)(record);
        every('responseSet', (question) => {
          add({ type: 'U', answers: null })(question);
          every('answerValues', add({ rank: null }, 'value'))(question);
        })(record);
      },
    ],
  }),
  dimension('duplicateOrigin', 'Whether `duplicate` is what was sent', 'sent', {
    never: ['records', set('duplicate', false)],
    always: ['records', set('duplicate', true)],
  }),
  dimension('locationOrigin', 'Whether location is what was sent', 'sent', {
    derived: ['records', add({ location: oslo })],
    rounded: [
      'records',
      (record) => {
        for (const part of ['latitude', 'longitude'])
          convert(`location.${part}`, (value) => Number(Number(value).toFixed(1)))(record);
      },
    ],
    unknown: ['records', add({ location: nowhere })],
  }),
  dimension('scoreOrigin', 'The data quality score of a record', '100', {
    computed: ['records', set('dataQualityScore', 57.25)],
  }),
  dimension('deviceOrigin', 'Whether system, device and browser are what was sent', 'sent', {
    computed: ['records', add({ operatingSystem: 'Other', osDeviceType: 'DESKTOP', browser: 'HTTP client' })],
  }),
  dimension('absentCustom', 'What a custom variable is that was not sent', 'null', {
    empty: [
      'records',
      within('customVariables', (variables) => {
        for (const [name, value] of Object.entries(variables)) if (value === null) variables[name] = '';
      }),
    ],
  }),
  dimension('scaleValue', 'What value.scale says of chosen options', 'empty', {
    number: inValues(convert('scale', (scale) => (scale === '' ? '3' : scale))),
  }),
  dimension('weightValue', 'What value.weight is', '0', {
    fraction: inValues(convert('weight', (weight) => weight || 2.5)),
  }),
  dimension('questionCode', 'What questionCode and questionDescription are', 'code', {
    empty: codes(() => '', ''),
    words: codes((questionId) => `satisfaction_${questionId}`, 'Asked of everybody'),
  }),
  dimension('emptyQuestions', 'Whether questions without an answer stand in a record', 'no', {
    yes: [
      'records',
      ({ responseSet }) => {
        const template = Array.isArray(responseSet) ? responseSet.find(isRecord) : undefined;
        if (Array.isArray(responseSet) && template !== undefined) responseSet.push({ ...template, ...leftOut });
      },
    ],
  }),
  dimension('recordRefusal', 'Which records are refused', 'none', {
    'unknown-questions': refused((questions) => questions.some(({ questionID }) => Number(questionID) > 1_000_000)),
    'no-answers': refused((questions) =>
      questions.some(({ answerValues }) => Array.isArray(answerValues) && answerValues.length === 0),
    ),
    'long-texts': refused((questions) => JSON.stringify(questions).length > 4000),
    'repeated-reference': refusedAgain,
  }),
]);

function eachLink(change: (link: string) => string): Injection {
  return changeAt('lists', rewriteAll('pagination.links', change));
}

function withParameters(link: string, arrange: (pairs: string[]) => string[]): string {
  const [path = '', query = ''] = link.split('?');
  return `${path}?${arrange(query.split('&')).join('&')}`;
}

function withoutPage(link: string): string {
  return withParameters(link, (pairs) => pairs.filter((pair) => !pair.startsWith('page=')));
}

/** A plus sign in the query is a plus sign. */
function asOfRfc3986(call: AdministrationCall): AdministrationCall {
  return { ...call, query: new URLSearchParams(call.url.replaceAll('+', '%2B').split('?').slice(1).join('?')) };
}

/** Pagination, lists and the filter. */
export const paginationDimensions = openIn('pagination', [
  dimension('paginationMembers', 'Members of pagination that the document does not have', 'none', {
    'old-names': [
      'paginations',
      (pagination) => {
        Object.assign(pagination, { page: pagination.currentPage, total: pagination.totalItems });
      },
    ],
    more: ['paginations', add({ hasMore: false, cursor: null })],
  }),
  dimension('linkStyle', 'How a pagination link is written', 'as-written', {
    'query-alone': eachLink((link) => link.slice(link.indexOf('?'))),
    reversed: eachLink((link) => withParameters(link, (pairs) => pairs.reverse())),
    'more-parameters': eachLink((link) => `${link}&sort=id&dir=asc`),
    fragment: eachLink((link) => `${link}#list`),
  }),
  dimension('linkBlanks', 'How a blank is written in a link', 'plus', {
    percent: eachLink((link) => link.replaceAll('+', '%20')),
  }),
  dimension('firstLink', 'Whether the link to the first page names it', 'page-1', {
    // Those of the filter repeat page and perPage.
    'no-page': mutateLinks(() => true, rewrite('first', withoutPage), ['list-departments', 'list-responses']),
  }),
  dimension('filterValues', 'What a filter makes of a value', 'as-of-forms', {
    'as-of-rfc-3986': [
      misreadCalls(['filter-responses'], asOfRfc3986),
      eachLink((link) => link.replaceAll('+', '%20').replaceAll('%2B', '+')),
    ],
    'no-commas': insteadOfSuccess(['filter-responses'], 400, ({ query }) =>
      [...query.values()].some((text) => text.includes(',')),
    ),
  }),
  dimension('nothingFound', 'What a filter without a match gives', 'empty-list', {
    404: answerCalls(['filter-responses'], (call, clean) => {
      const answer = clean(call);
      const isEmpty = answer.kind === 'success' && at({ ...answer.body }, 'pagination').totalItems === 0;
      return isEmpty ? error(404) : answer;
    }),
  }),
]);
