import { type Clause, must, rfc, saneShould, should } from '../../contract/clause.ts';
import type { Circumstances } from '../circumstances.ts';
import type { Findings } from '../findings.ts';
import type { Answer } from '../reading/answer.ts';
import { isErrorBody, named } from '../reading/reading.ts';

export const takeClauses = {
  'TAKE-HTTP-01': must('take', 'take-http', 'Take is answered with HTTP 200, with a page or without.'),
  'TAKE-SHAPE-01': must('take', 'take-shape', 'Take returns a survey page or one of the statuses without a page.'),
  'TAKE-COOKIE-01': must(
    'take',
    'take-cookie',
    'The first take sets the session: the cookie `JSESSIONID`, or a session token.',
    { probes: ['beginning'] },
  ),
  'TAKE-COOKIE-02': should(
    'take',
    'take-cookie-first',
    'The session cookie is set on the first call only; no later answer gives another.',
    { probes: ['walking'] },
  ),
  'TAKE-COOKIE-03': must(
    'take',
    'take-cookie-kept',
    'Later requests with the cookie reach the state of that session.',
    { probes: ['walking', 'resuming', 'separate-sessions'] },
  ),
  'TAKE-COOKIE-04': rfc(
    6265,
    'take',
    'rfc-cookie',
    'The session cookie is well-formed, for this host and every path of the flow.',
    { probes: ['beginning'] },
  ),
  'TAKE-COOKIE-05': saneShould(
    'take',
    'sanity-cookie-flags',
    'The session cookie is `HttpOnly`, and `Secure` over TLS.',
    { probes: ['beginning'] },
  ),
  'TAKE-NEW-01': must('take', 'take-sessions', 'Each take without a session begins a session of its own.', {
    probes: ['beginning'],
  }),
} as const satisfies Record<string, Clause>;

/** GET take: the HTTP status and the kind of one answer. */
export function judgeTake(findings: Findings, answer: Answer, { isContractual }: Circumstances): void {
  const { exchange, reading, status } = answer;
  if (exchange.endpoint !== 'take' || !isContractual) return;
  if (status !== '' && status !== 'error') {
    const isOk = exchange.httpStatus === 200;
    findings.expect('TAKE-HTTP-01', isOk, `HTTP 200 with status ${status}`, () => `HTTP ${exchange.httpStatus}`);
  }
  if ('failure' in reading || reading.kind === 'throttled' || isErrorBody(reading)) return;
  const actual = (): string => named(exchange, reading);
  findings.expect('TAKE-SHAPE-01', status !== '', 'a page or a status without a page', actual);
}

/** The first take sets what carries the session. */
export function judgeSessionSet(findings: Findings, isCarried: boolean, actual: () => string): void {
  findings.expect('TAKE-COOKIE-01', isCarried, 'a session cookie or token', actual);
}

/**
 * A later request with the session reached its state.
 *
 * @param expected the state, in words.
 */
export function judgeSessionState(findings: Findings, holds: boolean, expected: string, actual: () => string): void {
  findings.expect('TAKE-COOKIE-03', holds, expected, actual);
}

/** The session cookie stays the one of the first call. That a later answer renews it contradicts no sentence. */
export function judgeCookieKept(findings: Findings, isSame: boolean): void {
  if (isSame) findings.pass('TAKE-COOKIE-02');
  else findings.fail('TAKE-COOKIE-02', 'the session cookie of the first call', 'another session cookie, or none');
}
