import { expect, test } from 'vitest';
import { ClauseTally } from '../../src/judging/evidence/clauseTally.ts';
import { ExchangeJudge, judgeExchange } from '../../src/judging/exchangeJudge.ts';
import { newViolation } from '../../src/judging/identity.ts';
import { problemsOf } from '../../src/judging/problems/problems.ts';
import { absent, answerOf, Collected, changed, flowCircumstances, witnessOf } from '../support/judging.ts';
import { complete, page, path, rejected, serverError, session, standard, withQuestion } from './sampleAnswers.ts';

/**
 * One altered answer each, and the clauses that it breaks: looked at as walks look (`load`), and as probes look
 * (`conform`). Both must find the same, in the same words.
 */
type Row = readonly [
  what: string,
  endpoint: 'take' | 'submit-page' | 'previous-page',
  httpStatus: number,
  body: unknown,
  ...clauses: string[],
];

const rows: readonly Row[] = [
  ['the page as it is', 'take', 200, page],
  ['validationErrors null on a page', 'take', 200, changed(page, 'response.validationErrors', null)],
  ['redirectUrl null on a page', 'take', 200, changed(page, 'response.redirectUrl', null)],
  ['a redirectUrl on a page', 'take', 200, changed(page, 'response.redirectUrl', '/x'), 'PAGE-REDIRECT-02'],
  [
    'an absolute next URL',
    'take',
    200,
    changed(page, 'response.navigation.nextPageSubmitUrl', `https://h.example${path}/submit-page`),
  ],
  ['a relative next URL', 'take', 200, changed(page, 'response.navigation.nextPageSubmitUrl', 'submit-page')],
  [
    'a next URL with a query',
    'take',
    200,
    changed(page, 'response.navigation.nextPageSubmitUrl', `${path}/submit-page?v=2`),
  ],
  [
    'a next URL of another survey',
    'take',
    200,
    changed(page, 'response.navigation.nextPageSubmitUrl', '/a/api/v2/surveys/7/submit-page'),
    'PAGE-NEXT-URL-01',
  ],
  [
    'a next URL of another version',
    'take',
    200,
    changed(page, 'response.navigation.nextPageSubmitUrl', '/a/api/v3/surveys/1001/submit-page'),
    'PAGE-NEXT-URL-01',
    'VERSION-PATH-01',
  ],
  ['no next URL', 'take', 200, changed(page, 'response.navigation.nextPageSubmitUrl', absent), 'PAGE-NEXT-TYPE-01'],
  ['isFinalPage as a text', 'take', 200, changed(page, 'response.meta.isFinalPage', 'false'), 'PAGE-FINAL-01'],
  [
    'progress beyond 100',
    'take',
    200,
    changed(page, 'response.meta.progressPercentage', 101),
    'PAGE-PROGRESS-RANGE-01',
  ],
  ['no theme', 'take', 200, changed(page, 'response.themeConfig', absent), 'PAGE-THEME-CSS-01', 'PAGE-THEME-JS-01'],
  ['questions null', 'take', 200, changed(page, 'response.questions', null), 'STATUS-SUCCESS-01', 'PAGE-QUESTIONS-01'],
  ['no questions', 'take', 200, changed(page, 'response.questions', []), 'STATUS-SUCCESS-01'],
  [
    'a question that is no JSON',
    'take',
    200,
    changed(page, 'response.questions', [{ html: '', json: '{' }]),
    'PAGE-QUESTION-JSON-01',
  ],
  ['a question id as a text', 'take', 200, withQuestion('id', '101'), 'QUESTION-ID-01'],
  ['a single choice keyed by answer', 'take', 200, withQuestion('formParam.paramIdType', 'answerId'), 'KEYS-PREFIX-01'],
  [
    'a marked answer on take',
    'take',
    200,
    withQuestion('answers', [{ id: 1011, text: 'One', selected: true }]),
    'QUESTION-SELECTED-02',
  ],
  [
    'a marked answer on previous-page',
    'previous-page',
    200,
    withQuestion('answers', [{ id: 1011, text: 'One', selected: true }]),
  ],
  [
    'two answers of one id',
    'take',
    200,
    withQuestion('answers', [
      { id: 1, text: 'a' },
      { id: 1, text: 'b' },
    ]),
    'QUESTION-UNIQUE-01',
  ],
  ['an unknown status', 'take', 200, changed(page, 'response.status', 'done'), 'STATUS-KNOWN-01', 'TAKE-SHAPE-01'],
  ['a status that is a number', 'take', 200, changed(page, 'response.status', 7), 'PAGE-STATUS-01', 'TAKE-SHAPE-01'],
  ['validation_errors from take', 'take', 200, rejected, 'STATUS-VALIDATION-01'],
  ['a rejection with HTTP 422', 'submit-page', 422, rejected],
  [
    'a rejection without errors',
    'submit-page',
    200,
    changed(rejected, 'response.validationErrors', []),
    'SUBMIT-VALIDATION-07',
  ],
  ['completion as in the sample', 'submit-page', 200, complete],
  ['completion with redirectUrl null', 'submit-page', 200, changed(complete, 'response.redirectUrl', null)],
  [
    'completion without requestID',
    'submit-page',
    200,
    changed(complete, 'requestID', absent),
    'ENVELOPE-REQUEST-ID-01',
    'SUBMIT-COMPLETE-SHAPE-01',
  ],
  ['take with HTTP 201', 'take', 201, page, 'TAKE-HTTP-01'],
  ['the documented 500', 'take', 500, serverError, 'SANITY-5XX-03'],
  ['a bare 500', 'take', 500, {}, 'SANITY-5XX-01', 'ENVELOPE-ERROR-01'],
  [
    'a 400 of previous-page with words of its own',
    'previous-page',
    400,
    changed(standard, 'response.error.message', 'Nothing to go back to'),
  ],
  ['an error id that is a number', 'take', 400, changed(standard, 'response.error.id', 1000), 'ERROR-ID-01'],
  [
    'an error that says another HTTP status',
    'take',
    400,
    changed(standard, 'response.error.httpStatusCode', 404),
    'ERROR-HTTP-STATUS-02',
  ],
  ['the session error', 'submit-page', 400, session],
  [
    'a session error without requestID',
    'submit-page',
    401,
    changed(session, 'requestID', absent),
    'SESSION-ERROR-SHAPE-02',
  ],
  [
    'a session error in other words',
    'submit-page',
    400,
    changed(session, 'error.message', 'Gone'),
    'SUBMIT-EXPIRED-03',
  ],
];

test.each(rows.map(([what, ...row]) => ({ what, row })))('$what is judged alike on walks and by probes', ({ row }) => {
  const [endpoint, httpStatus, body, ...clauses] = row;
  const answer = answerOf(endpoint, `/surveys/1001/${endpoint}`, body, httpStatus);
  const walked = new Collected();
  const judge = new ExchangeJudge({ tally: new ClauseTally(), isPlain: () => true });
  // The second time a walk knows the form of the answer.
  for (const findings of [new Collected(), walked]) {
    judge.judge(findings, answer, flowCircumstances);
  }
  const probed = new Collected();
  judgeExchange(probed, answer, flowCircumstances);
  expect([...new Set(probed.failed.map(({ clause }) => clause))].sort()).toEqual([...clauses].sort());
  expect(walked.failed).toEqual(probed.failed);
  const violations = probed.failed.map((finding) => newViolation({ endpoint, ...finding }, witnessOf(answer)));
  // One cause, one problem.
  expect(problemsOf(violations).map(({ title }) => title)).toHaveLength(clauses.length === 0 ? 0 : 1);
});
