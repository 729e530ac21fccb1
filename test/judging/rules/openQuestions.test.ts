import { describe, expect, test } from 'vitest';
import type { QuestionId } from '../../../src/contract/questions/openQuestions.ts';
import { judgeExchange } from '../../../src/judging/exchangeJudge.ts';
import type { Findings } from '../../../src/judging/findings.ts';
import type { Answer } from '../../../src/judging/reading/answer.ts';
import { observeConcurrent, observeHesitation, observeRepeated } from '../../../src/judging/rules/badLuck.ts';
import { judgeDatapadSet } from '../../../src/judging/rules/datapads.ts';
import { judgeUnknownDatapad, observeUnknown } from '../../../src/judging/rules/errorBodies.ts';
import { judgeNoneFound } from '../../../src/judging/rules/filter.ts';
import { judgeBackWithoutSession, judgeEarly } from '../../../src/judging/rules/previousPage.ts';
import { judgeStored } from '../../../src/judging/rules/recordEcho.ts';
import { judgeWithoutSet } from '../../../src/judging/rules/records.ts';
import { judgeCookies } from '../../../src/judging/rules/take.ts';
import { absent, answerOf, Collected, changed, flowCircumstances, reread } from '../../support/judging.ts';
import {
  complete,
  page,
  pageAnswer,
  rejected,
  rejectedAnswer,
  session,
  shownIn,
  standard,
  withQuestion,
} from '../sampleAnswers.ts';
import { pagination, record } from './sampleRecords.ts';

const taken = (body: unknown, httpStatus = 200): Answer => answerOf('take', '/surveys/1001/take', body, httpStatus);
const submitted = (body: unknown, httpStatus = 200): Answer =>
  answerOf('submit-page', '/surveys/1001/submit-page', body, httpStatus);
const back = (body: unknown, httpStatus: number): Answer =>
  answerOf('previous-page', '/surveys/1001/previous-page', body, httpStatus);
const records = '/surveys/1001/responses';
const fetched = (member: string, value: unknown): Answer =>
  answerOf('fetch-response', `${records}/7`, { response: changed(record, member, value), requestID: 'r' });
const created = (body: object, httpStatus = 200): Answer =>
  answerOf('create-response', records, { response: body, requestID: 'r' }, httpStatus);
const listed = (paging: object, endpoint: 'list-responses' | 'filter-responses' = 'list-responses'): Answer => {
  const path = endpoint === 'list-responses' ? records : `${records}/filter`;
  return answerOf(endpoint, `${path}?page=2&perPage=2`, { response: [record], pagination: paging, requestID: 'r' });
};
const { currentPage, ...unnamed } = pagination();
const template = (type: unknown): Answer =>
  answerOf('create-template', '/surveys/1001/templates', { response: { type, draft: false }, requestID: 'r' }, 201);
const datapad = (text: unknown): Answer =>
  answerOf('update-datapad', '/surveys/1001/datapads/5', { response: { analysisHtmlText: text }, requestID: 'r' }, 202);
const selected = (value: unknown): Answer =>
  taken(withQuestion('answers', [{ id: 1011, text: 'One', selected: value }]));
const rejectedFor = (answerErrors: unknown): Answer =>
  submitted(changed(rejected, 'response.validationErrors.0.answerErrors', answerErrors));
const throttled = (headers: readonly string[]): Answer => reread(taken({}, 429), { headers });
const alone = (answer: Answer) => (findings: Findings) => judgeExchange(findings, answer, flowCircumstances);

type Row = readonly [what: string, judge: Answer | ((findings: Findings) => void), question: QuestionId, ...string[]];

const ofOneAnswer: readonly Row[] = [
  ['a limiter', throttled([]), 'Q-RATE-LIMIT', '429'],
  ['a limiter that says how long', throttled(['retry-after', '2']), 'Q-RATE-LIMIT', '429 with Retry-After'],
  ['an error without an id of the request', taken(standard, 400), 'Q-ERROR-REQUEST-ID', 'absent'],
  ['an error with one', taken({ ...standard, requestID: 'r' }, 400), 'Q-ERROR-REQUEST-ID', 'present'],
  ['an id of the table', taken(standard, 400), 'Q-ERROR-ID-TYPE'],
  ['an id as a number', taken(changed(standard, 'response.error.id', 1000), 400), 'Q-ERROR-ID-TYPE'],
  ['an id of its own', taken(changed(standard, 'response.error.id', 7), 400), 'Q-ERROR-ID-TYPE', '7'],
  ['an end without a way on', submitted(complete), 'Q-COMPLETE-REDIRECT', 'absent'],
  ['an end', submitted(changed(complete, 'response.redirectUrl', null)), 'Q-COMPLETE-REDIRECT', 'null'],
  [
    'an end that leads on',
    submitted(changed(complete, 'response.redirectUrl', '/x')),
    'Q-COMPLETE-REDIRECT',
    'present',
  ],
  ['no errors of answers', rejectedFor(null), 'Q-ANSWER-ERRORS'],
  ['errors of answers by position', rejectedFor([]), 'Q-ANSWER-ERRORS', 'array'],
  ['errors of answers by id', rejectedFor({ 1011: 'no' }), 'Q-ANSWER-ERRORS', 'object'],
  ['what is not selected', selected(false), 'Q-SELECTED-ELSEWHERE', 'false'],
  ['what does not say', selected(undefined), 'Q-SELECTED-ELSEWHERE', 'absent'],
  ['what is selected', selected(true), 'Q-SELECTED-ELSEWHERE'],
  ['a refusal of answers', submitted(rejected, 422), 'Q-VALIDATION-HTTP', '422'],
  ['a refusal is no acceptance', submitted(rejected, 422), 'Q-SUBMIT-HTTP'],
  ['a page after another', submitted(page, 201), 'Q-SUBMIT-HTTP', '201'],
  ['an end after a page', submitted(complete, 201), 'Q-SUBMIT-HTTP', '201'],
  ['an acceptance is no refusal', submitted(page), 'Q-VALIDATION-HTTP'],
  ['a take', taken(page), 'Q-SUBMIT-HTTP'],
  ['an expired session', submitted(session, 409), 'Q-EXPIRED-HTTP', '409'],
  ['another error of a session', submitted(changed(session, 'error.code', 1003), 409), 'Q-EXPIRED-HTTP'],
  ['names of now', listed(pagination()), 'Q-PAGING-OLD-NAMES', 'absent'],
  ['a page by its old name', listed({ ...pagination(), page: 2 }), 'Q-PAGING-OLD-NAMES', 'present'],
  ['a total by its old name', listed({ ...pagination(), total: 5 }), 'Q-PAGING-OLD-NAMES', 'present'],
  ['links by path', listed(pagination('/a?')), 'Q-LINK-FORM', 'path'],
  ['links with a host', listed(pagination('https://x.example/a?')), 'Q-LINK-FORM', 'absolute'],
  ['a filter', listed(pagination(), 'filter-responses'), 'Q-CURREXT-PAGE', 'currentPage'],
  ['a filter, misspelt', listed({ ...unnamed, currextPage: 2 }, 'filter-responses'), 'Q-CURREXT-PAGE', 'currextPage'],
  ['a filter, both', listed({ ...pagination(), currextPage: 2 }, 'filter-responses'), 'Q-CURREXT-PAGE', 'both'],
  ['a list', listed(pagination()), 'Q-CURREXT-PAGE'],
  ['seconds', fetched('utctimestamp', 1e11), 'Q-UTC-UNIT', 'seconds'],
  ['milliseconds', fetched('utctimestamp', 1e11 + 1), 'Q-UTC-UNIT', 'ms'],
  ['no number', fetched('utctimestamp', '1'), 'Q-UTC-UNIT'],
  ['a quality', fetched('dataQuality', 'good'), 'Q-DATA-QUALITY', 'good'],
  ['no quality', fetched('dataQuality', 1), 'Q-DATA-QUALITY'],
  ['a status of a record', fetched('responseStatus', 'Done'), 'Q-RESPONSE-STATUS', 'Done'],
  ['no status of a record', fetched('responseStatus', 1), 'Q-RESPONSE-STATUS'],
  ['no picture', fetched('responseSet.0.imageUrl', null), 'Q-IMAGE-URL', 'null'],
  ['nothing of a picture', fetched('responseSet.0.imageUrl', absent), 'Q-IMAGE-URL', 'absent'],
  ['a picture', fetched('responseSet.0.imageUrl', '/p.png'), 'Q-IMAGE-URL'],
  ['a browser', fetched('browser', 'Lynx'), 'Q-BROWSER', 'Lynx'],
  ['an empty browser', fetched('browser', ''), 'Q-BROWSER'],
  ['a record as it is made', created(record, 201), 'Q-HTTP-CREATE-RESPONSE', '201'],
  ['its time', created(record), 'Q-UTC-ON-CREATE', 'present'],
  ['without its time', created(changed(record, 'utctimestamp', absent)), 'Q-UTC-ON-CREATE', 'absent'],
  ['a template', template('t'), 'Q-HTTP-CREATE-TEMPLATE', '201'],
  ['a type of templates', template(7), 'Q-TEMPLATE-TYPE', '7'],
  ['no type of templates', template(undefined), 'Q-TEMPLATE-TYPE'],
  ['whether it is a draft', template('t'), 'Q-TEMPLATE-DRAFT', 'false'],
  ['an update', datapad('x'), 'Q-HTTP-UPDATE-DATAPAD', '202'],
];

const [first, second] = [pageAnswer([1]), pageAnswer([2])];
const cookies = (...values: readonly string[]) =>
  reread(first, { headers: values.flatMap((value) => ['set-cookie', value]) });
const host = { isTls: false, hostname: '127.0.0.1', basePath: '' };
const setTo = (text: unknown) => (to: Findings) =>
  judgeDatapadSet(to, datapad(text), 'new', { analysisHtmlText: 'old' });
const none = (items: readonly unknown[]): Answer =>
  answerOf('filter-responses', `${records}/filter?page=1`, {
    response: items,
    pagination: { ...pagination('?', 1), totalItems: items.length, totalPages: 1 },
    requestID: 'r',
  });
const place = { country: 'Iceland', latitude: 65.91, longitude: -22.42 };
const echoed =
  (member: string, sent: unknown, came: unknown, isSeen = false) =>
  (to: Findings): void =>
    judgeStored(to, { ...record, [member]: came }, { body: { [member]: sent }, isSeen });

const ofSituations: readonly Row[] = [
  [
    'the cookie of a session alone',
    (to) => judgeCookies(to, cookies('JSESSIONID=a'), null, host),
    'Q-ROUTE-COOKIE',
    'none',
  ],
  ['another beside it', (to) => judgeCookies(to, cookies('JSESSIONID=a', 'lb=1'), null, host), 'Q-ROUTE-COOKIE', 'set'],
  ['a text as it was sent', setTo('new'), 'Q-DATAPAD-VALUE', 'verbatim'],
  ['the text of before', setTo('old'), 'Q-DATAPAD-VALUE', 'ignored'],
  ['another text', setTo('<p>new</p>'), 'Q-DATAPAD-VALUE', 'altered'],
  ['no text', setTo(null), 'Q-DATAPAD-VALUE'],
  ['a location', echoed('location', place, place), 'Q-RECORD-LOCATION', 'sent'],
  ['a location, about', echoed('location', place, { ...place, latitude: 65.9 }), 'Q-RECORD-LOCATION', 'rounded'],
  ['another country', echoed('location', place, { ...place, country: 'Oz' }), 'Q-RECORD-LOCATION', 'derived'],
  ['a location that was shown before', echoed('location', place, place, true), 'Q-RECORD-LOCATION'],
  ['a duplicate', echoed('duplicate', true, true), 'Q-RECORD-DUPLICATE', 'sent'],
  ['a duplicate that is found out', echoed('duplicate', true, false), 'Q-RECORD-DUPLICATE', 'computed'],
  ['a filter that finds nothing', (to) => judgeNoneFound(to, none([])), 'Q-EMPTY-TOTAL-PAGES', '1'],
  ['a filter that finds one', (to) => judgeNoneFound(to, none([record])), 'Q-EMPTY-TOTAL-PAGES'],
  ['back too early', (to) => judgeEarly(to, back(session, 400)), 'Q-PREVIOUS-400-SHAPE', 'session-error'],
  ['back too early, otherwise', (to) => judgeEarly(to, back(standard, 400)), 'Q-PREVIOUS-400-SHAPE', 'standard'],
  ['back too early, a page', (to) => judgeEarly(to, first), 'Q-PREVIOUS-400-SHAPE'],
  [
    'back without a session',
    (to) => judgeBackWithoutSession(to, back(session, 400), ''),
    'Q-PREVIOUS-NO-SESSION',
    'expired',
  ],
  [
    'back without a session, other words',
    (to) => judgeBackWithoutSession(to, back(changed(session, 'error.message', 'No page'), 400), ''),
    'Q-PREVIOUS-NO-SESSION',
    'no-previous',
  ],
  [
    'back without a session, the standard error',
    (to) => judgeBackWithoutSession(to, back(standard, 400), ''),
    'Q-PREVIOUS-NO-SESSION',
    'standard-400',
  ],
  ['no set of responses', (to) => judgeWithoutSet(to, taken(standard, 422)), 'Q-MISSING-RESPONSE-SET', '422'],
  ['a datapad that is none', (to) => judgeUnknownDatapad(to, datapad('x')), 'Q-UNKNOWN-DATAPAD', 'granted'],
  ['its refusal', (to) => judgeUnknownDatapad(to, taken(standard, 404)), 'Q-UNKNOWN-DATAPAD', '404'],
  [
    'a list of what is none',
    (to) => observeUnknown(to, 'Q-UNKNOWN-SURVEY-ADMIN', none([])),
    'Q-UNKNOWN-SURVEY-ADMIN',
    'a list',
  ],
  ['two at once, one taken', (to) => observeConcurrent(to, 1, true), 'Q-CONCURRENT-SUBMIT', 'one-accepted'],
  ['two at once, one page', (to) => observeConcurrent(to, 2, true), 'Q-CONCURRENT-SUBMIT', 'both-same-page'],
  ['two at once, two pages', (to) => observeConcurrent(to, 2, false), 'Q-CONCURRENT-SUBMIT', 'both-accepted'],
  ['again, the page', (to) => observeRepeated(to, second, shownIn(second), ''), 'Q-DOUBLE-SUBMIT', 'success-same'],
  ['again, another page', (to) => observeRepeated(to, first, shownIn(second), ''), 'Q-DOUBLE-SUBMIT', 'success-next'],
  [
    'again, refused',
    (to) => observeRepeated(to, rejectedAnswer([1], [1]), null, ''),
    'Q-DOUBLE-SUBMIT',
    'validation_errors',
  ],
  ['again, an error', (to) => observeRepeated(to, taken(standard, 400), null, ''), 'Q-DOUBLE-SUBMIT', 'error'],
  ['a session that waits', (to) => observeHesitation(to, true, 45), 'Q-HESITATE', 'alive after 45 s'],
  ['a session that does not', (to) => observeHesitation(to, false, 45), 'Q-HESITATE', 'gone after 45 s'],
];

describe('what the document leaves open is told by', () => {
  test.each(
    [...ofOneAnswer, ...ofSituations].map(([what, judge, question, ...values]) => ({ what, judge, question, values })),
  )('$what: $question $values', ({ judge, question, values }) => {
    const findings = new Collected();
    (typeof judge === 'function' ? judge : alone(judge))(findings);
    const seen = findings.observed.filter(([asked]) => asked === question).map(([, value]) => value);
    expect([...new Set(seen)]).toEqual(values);
  });
});

test('what did not come in time is not known, and nothing is wrong with it', () => {
  const findings = new Collected();
  alone(reread(first, { failure: 'response-timeout', json: undefined }))(findings);
  expect(findings.unknown).toEqual(['SANITY-TRUNCATED-01', 'SANITY-CONNECTION-01']);
  expect(findings.failed).toEqual([]);
});
