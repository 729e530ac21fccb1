import { describe, expect, test } from 'vitest';
import type { EndpointId } from '../../../src/contract/endpoints.ts';
import type { Answer } from '../../../src/judging/reading/answer.ts';
import { judgeBrokenBody } from '../../../src/judging/rules/overview.ts';
import { answerOf, failing, failingAlone, reread } from '../../support/judging.ts';
import { complete, page, session, standard } from '../sampleAnswers.ts';

const taken = answerOf('take', '/surveys/1001/take', page);
const submitted = answerOf('submit-page', '/surveys/1001/submit-page', complete);
const list = (body: object, httpStatus: number): Answer =>
  answerOf('list-responses', '/surveys/1001/responses', body, httpStatus);
const text = (bodyText: string): Answer => reread(taken, { failure: 'not-json', json: undefined, bodyText });
const typed = (...headers: string[]): Answer => reread(taken, { headers });

const rows: readonly (readonly [what: string, answer: Answer, ...clauses: string[]])[] = [
  ['a page', taken],
  ['a completion', submitted],
  ['no JSON', text('Hello.'), 'ENVELOPE-JSON-01', 'TAKE-SHAPE-01'],
  ['no Content-Type', typed()],
  ['a Content-Type of JSON', typed('content-type', 'application/problem+json; charset=utf-8')],
  ['another Content-Type', typed('content-type', 'text/html'), 'ENVELOPE-CONTENT-TYPE-01'],
  ['no response', answerOf('take', '', { requestID: 'r' }), 'ENVELOPE-RESPONSE-01', 'TAKE-SHAPE-01'],
  ['an error in its own form', answerOf('take', '', { message: 'Bad' }, 400), 'ENVELOPE-ERROR-01'],
  ['a session error in the flow', answerOf('submit-page', '', session, 400)],
  ['a session error out of the flow', list(session, 400), 'ENVELOPE-ERROR-01'],
  ['a standard error out of the flow', list(standard, 400)],
  ['success with HTTP 302', reread(submitted, { httpStatus: 302 }), 'ENVELOPE-HTTP-STATUS-01'],
];

test.each(rows.map(([what, answer, ...clauses]) => ({ what, answer, clauses })))('$what', ({ answer, clauses }) => {
  expect(failingAlone(answer)).toEqual(clauses);
});

describe('an endpoint that is not there', () => {
  const routes: readonly (readonly [EndpointId, string])[] = [
    ['take', 'ROUTE-TAKE-01'],
    ['submit-page', 'ROUTE-SUBMIT-01'],
    ['previous-page', 'ROUTE-PREVIOUS-01'],
    ['create-department', 'ROUTE-CREATE-DEPARTMENT-01'],
    ['list-departments', 'ROUTE-LIST-DEPARTMENTS-01'],
    ['regenerate-key', 'ROUTE-REGENERATE-KEY-01'],
    ['create-template', 'ROUTE-CREATE-TEMPLATE-01'],
    ['update-datapad', 'ROUTE-UPDATE-DATAPAD-01'],
    ['create-response', 'ROUTE-CREATE-RESPONSE-01'],
    ['list-responses', 'ROUTE-LIST-RESPONSES-01'],
    ['filter-responses', 'ROUTE-FILTER-RESPONSES-01'],
    ['fetch-response', 'ROUTE-FETCH-RESPONSE-01'],
  ];
  test.each(routes)('%s', (endpoint, clause) => {
    for (const httpStatus of [404, 405, 501]) {
      expect(failingAlone(answerOf(endpoint, '/nowhere', { path: '/nowhere' }, httpStatus))).toContain(clause);
    }
    expect(failingAlone(answerOf(endpoint, '/nowhere', standard, 400))).not.toContain(clause);
  });
});

test.each([
  ['its own standard error', list(standard, 400)],
  [
    'words',
    reread(list({}, 400), { failure: 'not-json', json: undefined, bodyText: 'Bad Request' }),
    'ENVELOPE-JSON-01',
  ],
  ['another form', list({ message: 'Bad' }, 400), 'ENVELOPE-ERROR-01'],
  ['a limit', reread(list({}, 429), { failure: null })],
] as const)('a broken body that is refused with %s', (_, answer, ...clauses) => {
  expect(failing((findings) => judgeBrokenBody(findings, answer))).toEqual(clauses);
});
