import { ClauseTable } from '../../contract/clause.ts';
import { sessionCookie } from '../../contract/endpoints.ts';
import type { EntityId } from '../../contract/entityId.ts';
import { sessionErrors } from '../../contract/serviceErrors.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Findings } from '../findings.ts';
import type { Actual, Expected } from '../mismatch.ts';
import { type Answer, type Circumstances, tellsNothing } from '../reading/answer.ts';
import { named } from '../reading/reading.ts';
import { isSamePage, isShownAgain, pageName, type ShownPage } from '../reading/shownPage.ts';
import { judgeKind } from './surveyStatuses.ts';

export const takeClauses = new ClauseTable()
  .group('take')
  .must('TAKE-HTTP-01', 'take-http')
  .says('Take is answered with HTTP 200, with a page or without.')
  .broken('Taking a survey is not answered with HTTP 200')
  .must('TAKE-SHAPE-01', 'take-shape')
  .says('Take returns a survey page or one of the statuses without a page.')
  .broken('Taking a survey gives neither a page nor a known status')
  .must('TAKE-COOKIE-01', 'take-cookie', { probes: ['beginning'], topic: 'session' })
  .says('The first take sets the session: the cookie `JSESSIONID`, or a session token.')
  .broken('Taking a survey sets no session')
  .should('TAKE-COOKIE-02', 'take-cookie-first', { probes: ['walking'] })
  .says('The session cookie is set on the first call only; no later answer gives another.')
  .why('a cookie that is sent again, renewed, or cleared at the end contradicts no sentence')
  .follows('session', 'cookie-form', 'position')
  .must('TAKE-COOKIE-03', 'take-cookie-kept', {
    probes: ['walking', 'resuming', 'separate-sessions'],
    topic: 'position',
  })
  .says('Later requests with the cookie reach the state of that session.')
  .broken('The session cookie does not reach its session')
  .follows('session', 'cookie-form', 'page-link')
  .rfc('TAKE-COOKIE-04', 'rfc-cookie', 6265, { probes: ['beginning'], topic: 'cookie-form' })
  .says('The session cookie is well-formed, for this host and every path of the flow.')
  .broken('The session cookie does not come back with every call')
  .saneShould('TAKE-COOKIE-05', 'sanity-cookie-flags', { probes: ['beginning'] })
  .says('The session cookie is `HttpOnly`, and `Secure` over TLS.')
  .must('TAKE-SURVEY-01', 'endpoint-take', { probes: ['other-survey'] })
  .says('Take shows pages of the survey that its path names.')
  .broken('Taking a survey shows another one')
  .must('TAKE-NEW-01', 'take-sessions', { probes: ['beginning'], topic: 'session', ofSeveralAnswers: true })
  .says('Each take without a session begins a session of its own.')
  .broken('Two respondents get the same session');

/** GET take: the HTTP status and the kind of one answer. */
export function judgeTake(findings: Findings, answer: Answer, { isContractual }: Circumstances): void {
  const { exchange, status } = answer;
  if (exchange.endpoint !== 'take' || !isContractual) return;
  if (status !== '') {
    const isOk = exchange.httpStatus === 200;
    const expected = { httpStatus: 200, words: `HTTP 200 with status ${status}` };
    findings.expect('TAKE-HTTP-01', isOk, expected, `HTTP ${exchange.httpStatus}`);
  }
  judgeKind(findings, 'TAKE-SHAPE-01', answer);
}

export function judgeSessionSet(findings: Findings, isCarried: boolean, actual: Actual): void {
  findings.expect('TAKE-COOKIE-01', isCarried, { head: 'session', words: 'a session cookie or token' }, actual);
}

/**
 * What a session that began travels by: entries of the baseline that are bound to a transport hold by it.
 *
 * @param told what was observed before: many walks need not say it again.
 */
export function observeTransport(
  findings: Findings,
  { cookie, token }: { readonly cookie: string | null; readonly token: string | null },
  told: Set<string> = new Set(),
): void {
  if (cookie === null && token === null) return;
  const transport = cookie === null ? 'token' : token === null ? 'cookie' : 'both';
  if (told.has(transport)) return;
  told.add(transport);
  findings.observe('Q-SESSION-TRANSPORT', transport);
}

/**
 * A later request with the session reached its state.
 *
 * @param expected the state, in words.
 */
export function judgeSessionState(findings: Findings, holds: boolean, expected: Expected, actual: Actual): void {
  findings.expect('TAKE-COOKIE-03', holds, expected, actual);
}

/**
 * The session error in a live session: it is not known any more. Anything else says nothing of the session, nor does that
 * there is no page before, which is no reason to call it lost.
 */
export function judgeSessionKnown(findings: Findings, { exchange, reading }: Answer): void {
  if (reading.kind !== 'session-error' || reading.error.message === sessionErrors.noPreviousPage) return;
  judgeSessionState(findings, false, 'the state of the session that was sent', () => named(exchange, reading));
}

/** Where the service is, as cookies see it. */
export interface CookieHost {
  readonly hostname: string;
  readonly isTls: boolean;
  /** The path of the target's base URL, without a slash at its end. */
  readonly basePath: string;
}

/**
 * The cookies of a first take: the session cookie's attributes, and whether there are others.
 *
 * @param cookie what the session took over, so that an older cookie of that name may be cleared beside it; `null`: none.
 */
export function judgeCookies(findings: Findings, { exchange }: Answer, cookie: string | null, host: CookieHost): void {
  const headers = setCookiesOf(exchange);
  const isSession = (header: string): boolean => header.split('=', 1)[0]?.trim() === sessionCookie;
  findings.observe('Q-ROUTE-COOKIE', headers.every(isSession) ? 'none' : 'set');
  const ofSession = headers.filter(isSession);
  const taken = ofSession.filter((header) => cookie !== null && header.includes(`=${cookie}`));
  for (const header of taken.length > 0 ? taken : ofSession) judgeAttributes(findings, header, exchange.path, host);
}

/** RFC 6265, 4.1 and 5.1: the cookie must come back with each later call, to this host and the paths of the flow. */
function judgeAttributes(findings: Findings, header: string, requestPath: string, host: CookieHost): void {
  const { hostname, isTls, basePath } = host;
  const [pair = '', ...parts] = header.split(';');
  const attributes = new Map(
    parts.map((part): [string, string] => {
      const [name = '', value = ''] = part.split('=', 2);
      return [name.trim().toLowerCase(), value.trim()];
    }),
  );
  const value = pair.slice(pair.indexOf('=') + 1).trim();
  const path = attributes.get('path') ?? '';
  // What is no number, one in quotes too, a client ignores (RFC 6265, 5.2.2), as it does a path in quotes (5.2.4).
  const maxAge = /^-?\d+$/.exec(attributes.get('max-age') ?? '')?.[0];
  const domain = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase();
  const submitPath = `${basePath}${requestPath.replace(/take(?:\?.*)?$/, 'submit-page')}`;
  const isUsable =
    /^"?[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+"?$/.test(value) &&
    (!path.startsWith('/') || submitPath === path || submitPath.startsWith(path.endsWith('/') ? path : `${path}/`)) &&
    (maxAge === undefined || Number(maxAge) > 0) &&
    (domain === '' || domain === hostname || hostname.endsWith(`.${domain}`));
  const withoutValue = value === '' ? header : header.replace(value, '…');
  const expected = { head: 'usable-cookie', words: 'a cookie that comes back with each call of the flow' } as const;
  findings.expect('TAKE-COOKIE-04', isUsable, expected, withoutValue);
  const isGuarded = attributes.has('httponly') && (!isTls || attributes.has('secure'));
  const guards = { head: 'http-only', words: isTls ? 'HttpOnly and Secure' : 'HttpOnly' } as const;
  findings.expect('TAKE-COOKIE-05', isGuarded, guards, withoutValue);
}

/** The values of the `Set-Cookie` headers of an answer. */
export function setCookiesOf({ headers }: Exchange): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2)
    if (headers[at] === 'set-cookie') values.push(headers[at + 1] ?? '');
  return values;
}

/** A take with the session reaches its state. */
export function judgeSessionReached(findings: Findings, answer: Answer, page: ShownPage | null): boolean {
  if (tellsNothing(answer)) return false;
  const holds = isShownAgain(answer.page, page);
  judgeSessionState(findings, holds, { page, words: `${pageName(page)}, the state of that session` }, { answer });
  return holds;
}

/**
 * Take of a survey with the session of another one: whatever comes of the session, the pages are not the other survey's.
 *
 * @param own the questions of the survey; @param others pages of the other one.
 */
export function judgeOwnPages(
  findings: Findings,
  { page }: Answer,
  own: ReadonlySet<EntityId>,
  others: readonly ShownPage[],
): void {
  if (own.size === 0) return;
  const isOthers = others.some((other) => isSamePage(page, other)) && !page?.questions.some(({ id }) => own.has(id));
  findings.expect('TAKE-SURVEY-01', !isOthers, 'a page of this survey', () => `${pageName(page)}, of another survey`);
}

/**
 * A second respondent begins a survey of its own: with a first page, not where the first respondent is.
 *
 * @param isMoved whether the second one moved when the first one did.
 */
export function judgeNewSession(findings: Findings, answer: Answer, first: ShownPage, isMoved: boolean): void {
  // Which questions come first may be drawn by lot.
  if (!isSamePage(answer.page, first) && !isMoved) return;
  const expected = { page: first, words: `${pageName(first)}, the first page, for a second respondent` };
  const actual = (): string => `${pageName(answer.page)}, where the first respondent is`;
  findings.expect('TAKE-NEW-01', !isMoved, expected, actual);
}

/** The session cookie stays the one of the first call. That a later answer renews it contradicts no sentence. */
export function judgeCookieKept(findings: Findings, isSame: boolean): void {
  if (isSame) findings.pass('TAKE-COOKIE-02');
  else {
    const expected = { head: 'same-cookie', words: 'the session cookie of the first call' } as const;
    findings.fail('TAKE-COOKIE-02', expected, 'another session cookie, or none');
  }
}
