import { describe, expect, test } from 'vitest';
import type { Findings } from '../../../src/judging/findings.ts';
import type { Answer } from '../../../src/judging/reading/answer.ts';
import {
  judgeExpired,
  judgeLeftOut,
  judgeNoError,
  judgeNoneLeftBehind,
  judgePutRight,
  judgeSubmitUrl,
  judgeUntouched,
} from '../../../src/judging/rules/submitPage.ts';
import { answerOf, failing, failingAlone } from '../../support/judging.ts';
import { pageAnswer, rejectedAnswer, serverError, session, shownIn, standard, statusAnswer } from '../sampleAnswers.ts';

const required = 'This question is required.';
const [first, second] = [pageAnswer([1, 2]), pageAnswer([3])];
const came = (body: object, httpStatus: number): Answer =>
  answerOf('submit-page', '/surveys/1001/submit-page', body, httpStatus);
const named = (questionId: unknown): Answer =>
  pageAnswer([1, 2], {
    'response.status': 'validation_errors',
    'response.validationErrors': [{ questionId, message: required, answerErrors: null }],
  });
const complete = statusAnswer('survey_complete', 'submit-page');

test.each([
  ['a rejection for a question of its page', rejectedAnswer([1, 2], [1])],
  ['a rejection for no question', rejectedAnswer([1, 2], []), 'SUBMIT-VALIDATION-07'],
  ['a rejection for a question of another page', rejectedAnswer([1, 2], [3]), 'SUBMIT-VALIDATION-03'],
  ['a rejection whose error names a question by text', named('1'), 'PAGE-VALIDATION-ID-01'],
  ['a rejection whose error names nothing', named(undefined), 'PAGE-VALIDATION-ID-01'],
  ['a rejection with one error twice', rejectedAnswer([1, 2], [1, 1]), 'SUBMIT-VALIDATION-09'],
  ['a completion', complete],
  ['a status that is none', statusAnswer('done', 'submit-page'), 'STATUS-KNOWN-01', 'SUBMIT-SHAPE-01'],
] as const)('a submission gives %s', (_, answer, ...clauses) => expect(failingAlone(answer)).toEqual(clauses));

test('a date that there is not is no error', () => {
  expect(failing((findings) => judgeNoError(findings, rejectedAnswer([1], [1])))).toEqual([]);
  expect(failing((findings) => judgeNoError(findings, came(standard, 400)))).toEqual(['SUBMIT-VALIDATION-08']);
});

test.each([
  ['each of them', [1, 2]],
  ['the first of them', [1]],
  ['the last of them twice', [2, 2], 'SUBMIT-VALIDATION-02'],
] as const)('of two questions left out %s is named', (_, named, ...clauses) => {
  const answer = rejectedAnswer([1, 2], [...named], required);
  const judge = (findings: Findings) =>
    judgeLeftOut(findings, { answer, page: shownIn(first), missing: [1, 2], isRestKnownValid: true });
  expect(failing(judge)).toEqual(clauses);
});

describe('a page without its required question 1', () => {
  const judged = (answer: Answer, isRestKnownValid = true): readonly string[] =>
    failing((findings) => judgeLeftOut(findings, { answer, page: shownIn(first), missing: [1], isRestKnownValid }));
  const detailed = (answerErrors: unknown): Answer =>
    pageAnswer([1, 2], {
      'response.status': 'validation_errors',
      'response.validationErrors': [{ questionId: 1, message: required, answerErrors }],
    });
  test.each([
    ['rejected for it', rejectedAnswer([1, 2], [1], required)],
    ['rejected for both', rejectedAnswer([1, 2], [1, 2], required)],
    ['rejected for it by text', named('1')],
    ['rejected for what nobody can read', named(undefined)],
    ['rejected for the other one', rejectedAnswer([1, 2], [2], required), 'SUBMIT-VALIDATION-02'],
    ['rejected for none', rejectedAnswer([1, 2], []), 'SUBMIT-VALIDATION-02'],
    ['rejected in other words', rejectedAnswer([1, 2], [1], 'Please answer.'), 'SUBMIT-VALIDATION-04'],
    ['rejected with details', detailed({ 11: 'Choose.' }), 'SUBMIT-VALIDATION-05'],
    ['accepted', second, 'SUBMIT-VALIDATION-01'],
    ['complete', complete, 'SUBMIT-VALIDATION-01'],
    ['an error', came(standard, 400), 'SUBMIT-VALIDATION-08'],
    ['the session error with HTTP 500', came(session, 500), 'SUBMIT-VALIDATION-01'],
    ['the documented 500', came(serverError, 500)],
  ] as const)('%s', (_, answer, ...clauses) => expect(judged(answer)).toEqual(clauses));

  test('may be refused for its other answers, where these may be wrong', () => {
    expect(judged(rejectedAnswer([1, 2], [2], required), false)).toEqual([]);
    expect(judged(came(standard, 400), false)).toEqual([]);
    expect(judged(second, false)).toEqual(['SUBMIT-VALIDATION-01']);
  });
});

type Row = readonly [what: string, judge: (findings: Findings) => void, ...clauses: string[]];
const right = (answer: Answer, isKnownValid: boolean) => (findings: Findings) =>
  judgePutRight(findings, answer, shownIn(first), isKnownValid);

const rows: readonly Row[] = [
  ['complete with every required answer', (to) => judgeNoneLeftBehind(to, [])],
  ['complete without one', (to) => judgeNoneLeftBehind(to, [1]), 'SUBMIT-VALIDATION-01'],
  ['put right: accepted', right(second, true)],
  ['put right: rejected', right(rejectedAnswer([1, 2], [1]), true), 'SUBMIT-VALIDATION-06'],
  ['put right: an error', right(came(standard, 400), true), 'SUBMIT-VALIDATION-06'],
  ['put right: rejected for a question that is new', right(rejectedAnswer([1, 2, 3], [3]), true)],
  ['perhaps put right: rejected', right(rejectedAnswer([1, 2], [1]), false)],
  ['nextPageSubmitUrl: taken', (to) => judgeSubmitUrl(to, second)],
  ['nextPageSubmitUrl: refused', (to) => judgeSubmitUrl(to, came(standard, 400))],
  ['nextPageSubmitUrl: HTTP 404', (to) => judgeSubmitUrl(to, came({}, 404)), 'SUBMIT-URL-01'],
  ['nextPageSubmitUrl: HTTP 405', (to) => judgeSubmitUrl(to, came({}, 405)), 'SUBMIT-URL-01'],
  ['without a session: the session error', (to) => judgeExpired(to, came(session, 400), 'no session')],
  ['without a session: a page', (to) => judgeExpired(to, second, 'no session'), 'SUBMIT-EXPIRED-02'],
  [
    'without a session: another code',
    (to) => judgeExpired(to, came({ error: { code: 1003 } }, 400), 'no session'),
    'SUBMIT-EXPIRED-02',
  ],
  ['in an unknown session: the session error', (to) => judgeExpired(to, came(session, 400), 'unknown session')],
  ['in an unknown session: a page', (to) => judgeExpired(to, second, 'unknown session'), 'SUBMIT-EXPIRED-01'],
  ['refused, and where it was', (to) => judgeUntouched(to, first, shownIn(first))],
  ['refused, and moved', (to) => judgeUntouched(to, second, shownIn(first)), 'SUBMIT-EXPIRED-04'],
];

test.each(rows.map(([what, judge, ...clauses]) => ({ what, judge, clauses })))('$what', ({ judge, clauses }) => {
  expect(failing(judge)).toEqual(clauses);
});
