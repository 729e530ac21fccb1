import { expect, test } from 'vitest';
import type { Findings } from '../../../src/judging/findings.ts';
import {
  type CookieHost,
  judgeCookieKept,
  judgeCookies,
  judgeNewSession,
  judgeOwnPages,
  judgeSessionKnown,
  judgeSessionReached,
  judgeSessionSet,
  observeTransport,
} from '../../../src/judging/rules/take.ts';
import { answerOf, Collected, failing, failingAlone, reread } from '../../support/judging.ts';
import { pageAnswer, session, shownIn, standard, statusAnswer } from '../sampleAnswers.ts';

const [first, second] = [pageAnswer([1], {}, 'take'), pageAnswer([2], {}, 'take')];
const http: CookieHost = { hostname: 'survey.example', isTls: false, basePath: '' };

test.each([
  ['JSESSIONID=a; HttpOnly', {}],
  ['JSESSIONID=a; Path=/a/api; HttpOnly', {}],
  ['JSESSIONID=a; Path=/a/api/v2/surveys/1001; HttpOnly', {}],
  ['JSESSIONID=a; Path=/gateway/a; HttpOnly', { basePath: '/gateway' }],
  ['JSESSIONID=a; Domain=.example; Max-Age=60; HttpOnly', {}],
  ['route=a; Path=/elsewhere', {}],
  ['JSESSIONID=; HttpOnly', {}, 'TAKE-COOKIE-04'],
  ['JSESSIONID=a b; HttpOnly', {}, 'TAKE-COOKIE-04'],
  ['JSESSIONID=a; Path=/a/api/v2/surveys/1001/take; HttpOnly', {}, 'TAKE-COOKIE-04'],
  ['JSESSIONID=a; Domain=other.example; HttpOnly', {}, 'TAKE-COOKIE-04'],
  ['JSESSIONID=a; Max-Age=0; HttpOnly', {}, 'TAKE-COOKIE-04'],
  ['JSESSIONID=a', {}, 'TAKE-COOKIE-05'],
  ['JSESSIONID=a; HttpOnly', { isTls: true }, 'TAKE-COOKIE-05'],
  ['JSESSIONID=a; HttpOnly; Secure', { isTls: true }],
] as const)('Set-Cookie: %s', (header, host, ...clauses) => {
  const answer = reread(first, { headers: ['link', 'JSESSIONID=', 'set-cookie', header] });
  expect(failing((findings) => judgeCookies(findings, answer, null, { ...http, ...host }))).toEqual(clauses);
});

type Row = readonly [what: string, judge: (findings: Findings) => unknown, ...clauses: string[]];
const url = '/surveys/1001/submit-page';

test.each([
  ['a', null, ['cookie']],
  [null, 'b', ['token']],
  ['a', 'b', ['both']],
  [null, null, []],
] as const)('what carries the session is observed: cookie %s, token %s', (cookie, token, values) => {
  const findings = new Collected();
  observeTransport(findings, { cookie, token });
  expect(findings.observed.map(([, value]) => value)).toEqual(values);
});

const rows: readonly Row[] = [
  ['a session is set', (to) => judgeSessionSet(to, true, () => '')],
  ['no session is set', (to) => judgeSessionSet(to, false, () => 'none'), 'TAKE-COOKIE-01'],
  ['the cookie stays', (to) => judgeCookieKept(to, true)],
  ['the cookie is another', (to) => judgeCookieKept(to, false), 'TAKE-COOKIE-02'],
  ['the session is known', (to) => judgeSessionKnown(to, answerOf('submit-page', url, standard, 400))],
  [
    'the session is not known',
    (to) => judgeSessionKnown(to, answerOf('submit-page', url, session, 400)),
    'TAKE-COOKIE-03',
  ],
  ['the state is reached', (to) => judgeSessionReached(to, first, shownIn(first))],
  ['another state is reached', (to) => judgeSessionReached(to, second, shownIn(first)), 'TAKE-COOKIE-03'],
  ['a page of the survey', (to) => judgeOwnPages(to, first, new Set([1]), [shownIn(second)])],
  ['a page of another survey', (to) => judgeOwnPages(to, second, new Set([1]), [shownIn(second)]), 'TAKE-SURVEY-01'],
  ['a session of its own', (to) => judgeNewSession(to, first, shownIn(first), false)],
  ['the session of another', (to) => judgeNewSession(to, second, shownIn(first), true), 'TAKE-NEW-01'],
];

test.each(rows.map(([what, judge, ...clauses]) => ({ what, judge, clauses })))('$what', ({ judge, clauses }) => {
  expect(failing((findings) => void judge(findings))).toEqual(clauses);
});

test.each([
  ['a page', first],
  ['a page with HTTP 203', reread(first, { httpStatus: 203 }), 'TAKE-HTTP-01'],
  ['a status', statusAnswer('survey_closed')],
  ['a status with HTTP 403', reread(statusAnswer('survey_closed'), { httpStatus: 403 }), 'TAKE-HTTP-01'],
  ['status error with HTTP 500', reread(statusAnswer('error'), { httpStatus: 500 }), 'SANITY-5XX-03', 'TAKE-HTTP-01'],
] as const)('take gives %s', (_, answer, ...clauses) => expect(failingAlone(answer)).toEqual(clauses));
