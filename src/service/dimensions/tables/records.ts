import { isRecord } from '../../../contract/jsonShape.ts';
import type { AdministrationCall } from '../../administration/call.ts';
import { error } from '../../administration/call.ts';
import { convert, convertText, type Edit, every, type Members, set, within } from '../../faults/edits.ts';
import type { Injection } from '../../faults/fault.ts';
import {
  answerCalls,
  insteadOfSuccess,
  listing,
  misreadCalls,
  mutateAnswer,
  mutateLinks,
  mutateResources,
  showingRecords,
} from '../../faults/mutateAnswer.ts';
import { arrangeLists, fillLists, renumberResponses } from '../arrangedStore.ts';
import { by, dimension, openIn } from '../dimension.ts';
import { reversed } from '../reorder.ts';

function inRecords(edit: Edit): Injection {
  return mutateResources(showingRecords, edit);
}

function list(name: string, order: (items: readonly unknown[]) => unknown[]): Edit {
  return convert(name, (items) => (Array.isArray(items) ? order(items) : items));
}

const emptyText = (name: string, text: string): Edit => convert(name, (value) => (value === '' ? text : value));
const visibleAfterMs = 3000;

function delayed(kind: 'completed' | 'created'): Injection {
  return arrangeLists((now) => {
    const isShown = (stored: { storedAtMs: number; source: { kind: string } }): boolean =>
      stored.source.kind !== kind || now() - stored.storedAtMs >= visibleAfterMs;
    return { responses: (held) => held.filter(isShown), isShown };
  });
}

function answersIn(call: AdministrationCall): Members[] {
  const set = isRecord(call.body) && Array.isArray(call.body.responseSet) ? call.body.responseSet : [];
  return set.filter(isRecord);
}

/** Spread without any pattern, yet always the same. */
function scattered(id: number): number {
  return Math.imul(id, 2_654_435_761) >>> 0;
}

/** Survey response records. */
export const recordDimensions = openIn('record', [
  dimension('recordOrder', 'The order of records', ['oldest-first', 'newest-first', 'scattered'], (value) =>
    arrangeLists(() => ({
      responses: (held) =>
        value === 'newest-first'
          ? reversed(held)
          : [...held].sort((a, b) => scattered(a.responseId) - scattered(b.responseId)),
    })),
  ),
  dimension(
    'recordIds',
    'The ids of records',
    ['ascending', 'beyond-32-bits', 'near-2^53', 'descending'],
    by({
      'beyond-32-bits': renumberResponses(
        (id) => id + 5_000_000_000,
        (id) => id - 5_000_000_000,
      ),
      'near-2^53': renumberResponses(
        (id) => id + 9_007_199_200_000_000,
        (id) => id - 9_007_199_200_000_000,
      ),
      descending: renumberResponses(
        (id) => 20_000_000 - id,
        (id) => 20_000_000 - id,
      ),
    }),
  ),
  dimension('completionDelay', 'How soon a completed walk is a record', ['at-once', 'after-3-seconds'], () =>
    delayed('completed'),
  ),
  dimension('creationDelay', 'How soon a created record is found', ['at-once', 'after-3-seconds'], () =>
    delayed('created'),
  ),
  dimension('listsOfOthers', 'What others keep in the lists', ['nothing', 'many-before', 'some-meanwhile'], (value) =>
    value === 'many-before' ? fillLists(130, 0) : fillLists(3, 5),
  ),
  dimension('recordQuestionOrder', 'The order of the questions of a record', ['of-walk', 'reversed'], () =>
    inRecords(list('responseSet', reversed)),
  ),
  dimension('recordAnswerOrder', 'The order of the answers of a record', ['of-walk', 'reversed'], () =>
    inRecords(every('responseSet', list('answerValues', reversed))),
  ),
  dimension('recordMembers', 'Members of a record that the document does not have', ['none', 'some'], () =>
    inRecords((record) => {
      Object.assign(record, { emailAddress: null, surveyVersion: 3, referrer: '' });
      for (const part of ['location', 'customVariables']) {
        within(part, (members) => Object.assign(members, { _ext: { version: 2, tags: [] } }))(record);
      }
      every('responseSet', (question) => {
        Object.assign(question, { type: 'U', answers: null });
        every(
          'answerValues',
          within('value', (value) => Object.assign(value, { rank: null })),
        )(question);
      })(record);
    }),
  ),
  dimension(
    'duplicateOrigin',
    'Whether `duplicate` is what was sent',
    ['sent', 'never', 'always'],
    by({ never: inRecords(set('duplicate', false)), always: inRecords(set('duplicate', true)) }),
  ),
  dimension(
    'locationOrigin',
    'Whether location is what was sent',
    ['sent', 'derived', 'unknown'],
    by({
      derived: inRecords((record) =>
        Object.assign(record, {
          location: {
            country: 'Norway',
            region: 'Oslo',
            latitude: 59.91,
            longitude: 10.75,
            radius: 50,
            countryCode: 'NO',
          },
        }),
      ),
      unknown: inRecords((record) =>
        Object.assign(record, {
          location: { country: null, region: '', latitude: 0, longitude: 0, radius: 0, countryCode: '' },
        }),
      ),
    }),
  ),
  dimension('scoreOrigin', 'The data quality score of a record', ['100', 'computed'], () =>
    inRecords(convert('dataQualityScore', () => 57.25)),
  ),
  dimension('deviceOrigin', 'Whether system, device and browser are what was sent', ['sent', 'computed'], () =>
    inRecords((record) =>
      Object.assign(record, { operatingSystem: 'Other', osDeviceType: 'DESKTOP', browser: 'HTTP client' }),
    ),
  ),
  dimension('absentCustom', 'What a custom variable is that was not sent', ['null', 'empty'], () =>
    inRecords(
      within('customVariables', (variables) => {
        for (const [name, value] of Object.entries(variables)) if (value === null) variables[name] = '';
      }),
    ),
  ),
  dimension('scaleValue', 'What value.scale says of chosen options', ['empty', 'number'], () =>
    inRecords(every('responseSet', every('answerValues', within('value', emptyText('scale', '3'))))),
  ),
  dimension('weightValue', 'What value.weight is', ['0', 'fraction'], () =>
    inRecords(
      every(
        'responseSet',
        every(
          'answerValues',
          within(
            'value',
            convert('weight', (weight) => weight || 2.5),
          ),
        ),
      ),
    ),
  ),
  dimension('questionCode', 'What questionCode and questionDescription are', ['code', 'empty', 'words'], (value) =>
    inRecords(
      every('responseSet', (question) => {
        // What the client sent is its own.
        if (question.questionCode !== `Q${question.questionID}` || question.questionDescription !== '') return;
        question.questionCode = value === 'empty' ? '' : `satisfaction_${question.questionID}`;
        question.questionDescription = value === 'empty' ? '' : 'Asked of everybody';
      }),
    ),
  ),
  dimension('emptyQuestions', 'Whether questions without an answer stand in a record', ['no', 'yes'], () =>
    inRecords((record) => {
      if (!Array.isArray(record.responseSet)) return;
      const template = record.responseSet.find(isRecord);
      if (template === undefined) return;
      record.responseSet.push({ ...template, questionID: 999_001, questionText: 'Left out', answerValues: [] });
    }),
  ),
  dimension(
    'recordRefusal',
    'Which records are refused',
    ['none', 'unknown-questions', 'no-answers', 'long-texts', 'repeated-reference'],
    (value) => {
      const references = new Set<unknown>();
      return insteadOfSuccess(['create-response'], 400, (call) => {
        const questions = answersIn(call);
        if (value === 'unknown-questions') return questions.some(({ questionID }) => Number(questionID) > 1_000_000);
        if (value === 'no-answers')
          return questions.some(({ answerValues }) => Array.isArray(answerValues) && answerValues.length === 0);
        if (value === 'long-texts') return JSON.stringify(questions).length > 4000;
        const reference = isRecord(call.body) ? call.body.externalReference : undefined;
        const known = reference !== undefined && references.has(reference);
        references.add(reference);
        return known;
      });
    },
  ),
]);

/** Pagination, lists and the filter. */
export const paginationDimensions = openIn('pagination', [
  dimension(
    'paginationMembers',
    'Members of pagination that the document does not have',
    ['none', 'old-names', 'more'],
    (value) =>
      mutateAnswer(listing, ({ pagination }) => {
        if (!isRecord(pagination)) return false;
        const { currentPage, totalItems } = pagination;
        if (value === 'old-names') Object.assign(pagination, { page: currentPage, total: totalItems });
        else Object.assign(pagination, { hasMore: false, cursor: null });
        return true;
      }),
  ),
  dimension(
    'linkStyle',
    'How a pagination link is written',
    ['as-written', 'query-alone', 'reversed', 'more-parameters', 'fragment'],
    by({
      'query-alone': eachLink((link) => link.slice(link.indexOf('?'))),
      reversed: eachLink((link) => withParameters(link, (pairs) => pairs.reverse())),
      'more-parameters': eachLink((link) => `${link}&sort=id&dir=asc`),
      fragment: eachLink((link) => `${link}#list`),
    }),
  ),
  dimension('linkBlanks', 'How a blank is written in a link', ['plus', 'percent'], () =>
    eachLink((link) => link.replaceAll('+', '%20')),
  ),
  dimension('firstLink', 'Whether the link to the first page names it', ['page-1', 'no-page'], () =>
    mutateLinks(
      () => true,
      convertText('first', (link) =>
        withParameters(link, (pairs) => pairs.filter((pair) => !pair.startsWith('page='))),
      ),
      // Those of the filter repeat page and perPage.
      ['list-departments', 'list-responses'],
    ),
  ),
  dimension(
    'filterValues',
    'What a filter makes of a value',
    ['as-of-forms', 'as-of-rfc-3986', 'no-commas'],
    (value) =>
      value === 'no-commas'
        ? insteadOfSuccess(['filter-responses'], 400, ({ query }) =>
            [...query.values()].some((text) => text.includes(',')),
          )
        : [
            misreadCalls(['filter-responses'], (call) => ({
              ...call,
              query: new URLSearchParams(call.url.replaceAll('+', '%2B').split('?').slice(1).join('?')),
            })),
            eachLink((link) => link.replaceAll('+', '%20').replaceAll('%2B', '+')),
          ],
  ),
  dimension('nothingFound', 'What a filter without a match gives', ['empty-list', '404'], () =>
    answerCalls(['filter-responses'], (call, clean) => {
      const answer = clean(call);
      if (answer.kind !== 'success') return answer;
      const { pagination } = answer.body;
      return isRecord(pagination) && pagination.totalItems === 0 ? error(404) : answer;
    }),
  ),
]);

function eachLink(change: (link: string) => string): Injection {
  return mutateLinks(
    () => true,
    (links) => {
      for (const [name, link] of Object.entries(links)) if (typeof link === 'string') links[name] = change(link);
    },
  );
}

function withParameters(link: string, arrange: (pairs: string[]) => string[]): string {
  const [path = '', query = ''] = link.split('?');
  return `${path}?${arrange(query.split('&')).join('&')}`;
}
