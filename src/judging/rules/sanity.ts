import { type ClauseId, ClauseTable } from '../../contract/clause.ts';
import { sessionEndpoints } from '../../contract/endpoints.ts';
import { isRecord } from '../../contract/jsonShape.ts';
import { type Exchange, headerOf } from '../../result/exchange.ts';
import type { AuditResult } from '../../result/runResult.ts';
import type { Came } from '../../result/symptom.ts';
import type { Condition } from '../../result/verdict.ts';
import { type AnswerChange, classifyChanges } from '../classifyAnswer.ts';
import type { Findings } from '../findings.ts';
import { type Actual, excerpt } from '../mismatch.ts';
import { type Answer, type Circumstances, isFull, isInternalError } from '../reading/answer.ts';
import { isLive } from '../reading/htmlInputs.ts';
import { isSamePage, isShownAgain, pageName, type ShownPage } from '../reading/shownPage.ts';
import { foreignToken, liveMarkup, markedText, mayHoldToken, tokensIn } from '../tokens.ts';
import { carriesCredentials, carriesTrace, isInternal } from './innerTexts.ts';
import { freeTextClause } from './records.ts';

export const sanityClauses = new ClauseTable()
  .group('sanity', { harm: 'outage' })
  .sane('SANITY-5XX-01', 'sanity-5xx', { brokenByGoing: true })
  .says('No request is answered with a 5xx other than the documented 500, except by a survey that is there to fail.')
  .broken('The service answers with server errors')
  .saneShould('SANITY-5XX-03', 'sanity-5xx-often')
  .says('A respondent is answered, and not with the documented 500, which the document gives no reason for.')
  .broken('Respondents are answered with HTTP 500')
  .why(
    'Now and then it may be, and `errors.rate` says how often. A survey of which more than half of the walks end by it fails the run.',
  )
  .sane('SANITY-5XX-02', 'sanity-5xx', { probes: ['hostile-texts', 'lost-sessions', 'missing-answers'] })
  .says('What the document has an answer for is not answered with the documented 500 each time.')
  .broken('Ordinary input gets HTTP 500, also when it is sent again')
  .why(
    'Texts that anybody may type, sessions that are not known, and answers that are missing; now and then it may be.',
  )
  .group('sanity')
  .sane('SANITY-STACK-TRACE-01', 'sanity-stack-trace')
  .says('No answer carries a stack trace or an internal exception.')
  .broken('Answers carry a stack trace')
  .sane('SANITY-HTML-01', 'sanity-html', { brokenByGoing: true })
  .says('No answer is an HTML page.')
  .broken('Answers are HTML pages')
  .sane('SANITY-TRUNCATED-01', 'sanity-truncated', { brokenByGoing: true })
  .says('Every answer arrives whole.')
  .broken('Answers are cut off')
  .sane('SANITY-CONNECTION-01', 'sanity-connection', { brokenByGoing: true })
  .says('The connection is not reset in the middle of an exchange.')
  .broken('Connections break in the middle of an answer')
  .group('sanity', { harm: 'answers', ofSeveralAnswers: true })
  .sane('SANITY-ISOLATION-01', 'sanity-isolation', { topic: 'texts-of-others' })
  .says("No answer carries another respondent's text.")
  .broken('A respondent sees the text of another respondent')
  .follows('session')
  .sane('SANITY-ISOLATION-02', 'sanity-isolation-state', { probes: ['separate-sessions'] })
  .says('Two sessions never share a state: what one does leaves the other where it was.')
  .broken('What one respondent does moves another')
  .follows('position', 'session')
  .sane('SANITY-ISOLATION-03', 'sanity-isolation-id', {
    probes: ['beginning', 'separate-sessions'],
    topic: 'session',
  })
  .says('Two sessions never get the same session id.')
  .broken('Two respondents get the same session id')
  .sane('SANITY-LOST-01', 'sanity-lost-answer', { probes: ['resuming', 'going-back'], topic: 'onward' })
  .says('An accepted answer is not lost while the session lives.')
  .broken('An accepted answer is lost')
  .sane('SANITY-LOST-02', 'sanity-lost-completion', { probes: ['durability'], variesByAnswers: true })
  .says('An accepted completion is found among the response records.')
  .broken('Completed responses are lost, or have lost their texts')
  .follows('stored-answers', 'session', 'form-parameter', 'free-text')
  .sane('SANITY-ALTERED-01', 'sanity-altered', { probes: ['durability'], variesByAnswers: true })
  .says('A completion is stored with the answers that were given.')
  .broken('Completed responses are not stored as they were answered')
  .follows('stored-answers', 'session', 'form-parameter', 'free-text', 'unmarked')
  .sane('SANITY-DUPLICATE-01', 'sanity-duplicate-completion', { probes: ['double-submit', 'durability'] })
  .says('One respondent completes a survey once, however often the last page is submitted.')
  .broken('A respondent can complete a survey twice')
  .follows('stored-twice')
  .sane('SANITY-DUPLICATE-02', 'sanity-duplicate-record', {
    probes: ['durability'],
    variesByAnswers: true,
    topic: 'stored-twice',
  })
  .says('A completion is stored once.')
  .broken('Completed responses are stored twice')
  .sane('SANITY-DUPLICATE-03', 'sanity-duplicate-created', { probes: ['record-creation', 'departments'] })
  .says('What is created once is there once.')
  .broken('What is created once is there twice')
  .group('sanity')
  .sane('SANITY-CONCURRENT-01', 'sanity-concurrent', { probes: ['double-submit'], ofSeveralAnswers: true })
  .says('Concurrent submissions of one page move the session by one page at most.')
  .broken('A page that is submitted twice at once skips a page')
  .follows('position')
  .sane('SANITY-SECRET-01', 'sanity-secret-key', { harm: 'answers' })
  .says('No answer echoes the API key, except the one that issues it.')
  .broken('Answers show the API key')
  .saneShould('SANITY-SECRET-02', 'sanity-secret-session', { harm: 'answers' })
  .says('No body echoes the session id.')
  .broken('Answers show the id of the session in their body')
  .saneShould('SANITY-SECRET-03', 'sanity-secret-password', { harm: 'answers' })
  .says('No answer shows a password in a URL.')
  .broken('Answers show a URL with a password')
  .why('Judged of members that the document does not have.')
  .sane('SANITY-ESCAPE-01', 'sanity-escape', { probes: ['hostile-texts'] })
  .says("A respondent's text never comes back as live markup in `html`.")
  .broken('Text of a respondent comes back as live markup')
  .saneShould('SANITY-REQUEST-ID-01', 'sanity-unique-request-id', { ofSeveralAnswers: true })
  .says('No two answers share a `requestID`.')
  .broken('Several answers have the same requestID')
  .sane('SANITY-SURVIVES-01', 'sanity-survives', {
    probes: ['strange-ids', 'odd-bodies', 'hostile-texts'],
    harm: 'outage',
    ofSeveralAnswers: true,
  })
  .says('After a hostile request the service still serves the next respondent.')
  .broken('A hostile request breaks the service for others')
  .saneShould('SANITY-FIXATION-01', 'sanity-fixation', { probes: ['lost-sessions'], ofSeveralAnswers: true })
  .says('A session id that the service never issued is not adopted as a session.')
  .why('Session fixation is a weakness that common frameworks have as they come.');

/**
 * A service may close a connection that has been idle while a request is on its way to it; that says nothing against
 * it. On a connection in use it may not.
 */
const idleRaceMs = 500;

/** What no service may do, as far as one answer shows it: how it arrives, and that it is one of a service that works. */
export function judgeSanity(findings: Findings, answer: Answer, { mayFail, isContractual }: Circumstances): void {
  const { exchange, reading } = answer;
  if (reading.kind === 'throttled') {
    findings.observe('Q-RATE-LIMIT', headerOf(exchange, 'retry-after') === null ? '429' : '429 with Retry-After');
    return;
  }
  if (reading.kind === 'cancelled' || reading.kind === 'unreachable') return;
  if (reading.kind === 'timed-out') {
    for (const clause of ['SANITY-TRUNCATED-01', 'SANITY-CONNECTION-01'] as const) {
      findings.inconclusive(clause, `${exchange.endpoint} was not answered in time (${reading.failure})`);
    }
    return;
  }
  judgeArrival(findings, exchange, reading.kind, isContractual);
  if ('failure' in reading) return;
  const { httpStatus } = exchange;
  const isFine =
    httpStatus < 500 ||
    isInternalError(answer) ||
    // Which HTTP status it has that a session is not known any more is open (service.md#session-error-submit-http).
    reading.kind === 'session-error' ||
    mayFail ||
    (!isContractual && (httpStatus === 501 || httpStatus === 505));
  const without = httpStatus === 500 ? ' without that error' : '';
  const actual = (): string => `HTTP ${httpStatus}${without}: ${excerpt(exchange.bodyText)}`;
  findings.expect('SANITY-5XX-01', isFine, 'no server error but the standard error of HTTP 500', actual);
  if (isContractual && !mayFail && sessionEndpoints.has(exchange.endpoint)) {
    const actual = () => `HTTP 500: ${excerpt(exchange.bodyText)}`;
    findings.expect('SANITY-5XX-03', !isInternalError(answer), { httpStatus: 200, words: 'an answer' }, actual);
  }
  const isGateways = !isContractual && httpStatus >= 400 && httpStatus < 500;
  if (reading.kind === 'not-json' && !isGateways) {
    const isHtml = /^\s*<(!doctype|html|head|body)\b/i.test(exchange.bodyText);
    findings.expect('SANITY-HTML-01', !isHtml, 'no HTML page', () => excerpt(exchange.bodyText));
  } else findings.pass('SANITY-HTML-01');
}

export function judgeTrace(findings: Findings, { exchange, reading, status, text }: Answer): void {
  if ('failure' in reading || reading.kind === 'throttled') return;
  const isError = exchange.httpStatus >= 400 || reading.kind === 'not-json' || status === 'error';
  const shows = isError ? text.shows(isInternal) : text.shows(carriesTrace);
  if (!isError && !shows) return;
  findings.expect('SANITY-STACK-TRACE-01', !shows, 'no stack trace', () => excerpt(exchange.bodyText));
}

export function judgePassword(findings: Findings, { reading, text }: Answer): void {
  if ('failure' in reading || reading.kind === 'throttled') return;
  const leaks = text.shows(carriesCredentials);
  findings.expect('SANITY-SECRET-03', !leaks, 'no password', 'a URL with user and password');
}

/** The answer to what the document has one for, asked for again while it was the documented 500. */
export function judgeErrorAgain(findings: Findings, answer: Answer): void {
  findings.expect('SANITY-5XX-02', !isInternalError(answer), 'the answer of the document', { answer });
}

function judgeArrival(findings: Findings, exchange: Exchange, kind: string, isContractual: boolean): void {
  const isExcused = (): boolean => !isContractual || (exchange.connectionIdleMs ?? 0) > idleRaceMs;
  if (kind !== 'reset') findings.pass('SANITY-CONNECTION-01');
  else if (!isExcused()) {
    const came = exchange.failure === 'protocol' ? 'what is not one answer of HTTP' : 'the connection was reset';
    findings.fail('SANITY-CONNECTION-01', 'an answer', came);
  }
  const actual = (): string => {
    const { bodyText } = exchange;
    return `cut off after ${bodyText.length} characters: ${excerpt(bodyText)}`;
  };
  findings.expect('SANITY-TRUNCATED-01', kind !== 'cut-off', 'a whole answer', actual);
}

/** Nobody else's words. Records hold the texts of everybody. */
export function judgeIsolation(findings: Findings, { exchange, text }: Answer, { token }: Circumstances): void {
  if (exchange.bodyText === '' || !sessionEndpoints.has(exchange.endpoint)) return;
  const foreign = text.shows(mayHoldToken) ? foreignToken(text.whole, token) : null;
  const actual = `the text ${foreign} of another respondent`;
  findings.expect('SANITY-ISOLATION-01', foreign === null, 'no text of another respondent', actual);
}

/** What is due of answers, whatever they are: made once, as nearly all of them keep it. */
const due = {
  headWithoutKey: { head: 'no-key', words: 'no API key in a header' },
  bodyWithoutKey: { head: 'body-without-secrets', words: 'no API key in the body' },
  bodyWithoutId: { head: 'body-without-secrets', words: 'no session id in the body' },
} as const;

/** No API key, in the head or in the body. */
export function judgeKeySecret(findings: Findings, { exchange, text }: Answer, { keys }: Circumstances): void {
  const isInHead = hasKey(exchange, keys);
  if (isInHead) findings.fail('SANITY-SECRET-01', due.headWithoutKey, 'a header carries an API key');
  const isInBody = keys.some((key) => echoes(text, key) && !issues(exchange, key));
  if (exchange.bodyText === '' || (isInHead && !isInBody)) return;
  findings.expect('SANITY-SECRET-01', !isInBody, due.bodyWithoutKey, 'the body carries an API key');
}

/** No id of the session. */
export function judgeSessionSecret(
  findings: Findings,
  { exchange, text }: Answer,
  { sessionIds }: Circumstances,
): void {
  if (exchange.bodyText === '') return;
  const leaks = sessionIds.some((id) => echoes(text, id));
  findings.expect('SANITY-SECRET-02', !leaks, due.bodyWithoutId, 'the body carries the session id');
}

/** Shorter values turn up in any text by chance. */
const shortestSecret = 8;

/** Whether a key stands in the answer as the one that it issues, and there alone. */
function issues({ endpoint, bodyText, json }: Exchange, key: string): boolean {
  if (endpoint !== 'regenerate-key' || !isRecord(json) || !isRecord(json.response)) return false;
  const { apiKey } = json.response;
  return typeof apiKey === 'string' && apiKey.includes(key) && bodyText.split(key).length === 2;
}

/** Whether a key stands in the head. */
function hasKey({ headers }: Exchange, keys: readonly string[]): boolean {
  for (const key of keys) {
    for (const text of headers) if (text.length >= key.length && echoes(text, key)) return true;
  }
  return false;
}

function echoes(text: { includes(secret: string): boolean }, secret: string): boolean {
  return secret.length >= shortestSecret && text.includes(secret);
}

export function judgeSessionId(findings: Findings, isGivenTwice: boolean): void {
  const expected = { head: 'own-session', words: 'a session id of its own' } as const;
  findings.expect('SANITY-ISOLATION-03', !isGivenTwice, expected, 'the session id of another respondent');
}

/** Each answer has a `requestID` of its own, as its name says. */
export function judgeRequestId(findings: Findings, id: string, isGivenTwice: boolean): void {
  findings.expect('SANITY-REQUEST-ID-01', !isGivenTwice, 'a requestID of its own', `${id} again`, 'requestID');
}

export function judgeUndisturbed(findings: Findings, answer: Answer, page: ShownPage | null): void {
  if (isFull(answer)) return;
  findings.expect('SANITY-ISOLATION-02', isShownAgain(answer.page, page), { page }, { answer });
}

/** After answers were accepted, the session is beyond their page. @param isAskedAgain whether it may be asked again */
export function judgeNotLost(findings: Findings, answer: Answer, left: ShownPage, isAskedAgain: boolean): void {
  const isBeyond = answer.status !== 'success' || isAskedAgain || !isSamePage(answer.page, left);
  findings.expect('SANITY-LOST-01', isBeyond, `beyond ${pageName(left)}`, { answer });
}

export function judgeFixation(findings: Findings, isAdopted: boolean): void {
  const expected = 'a session id of the service, not the one that was made up';
  findings.expect('SANITY-FIXATION-01', !isAdopted, expected, 'the made-up session id goes on as a session');
}

export function judgeSurvival(findings: Findings, answer: Answer): void {
  if (isFull(answer)) return;
  const isServed = answer.page !== null;
  findings.expect('SANITY-SURVIVES-01', isServed, 'a page for the next respondent', { answer });
}

/** Markup that runs, as a page would carry it when it was not escaped. */
const liveForms = ['<script>alert(1)', '<img src=x onerror'];

export function judgeEscaped(findings: Findings, { page }: Answer): void {
  if (page === null) return;
  const live = page.questions.find(({ html }) => isLive(html, liveForms));
  const expected = 'the text as text, its markup escaped';
  const actual = `live markup in question ${live?.id}`;
  findings.expect('SANITY-ESCAPE-01', live === undefined, expected, actual, 'questions[].html');
}

/**
 * Two submissions of one page at the same time, judged by where the session is then.
 *
 * @param reachable the pages that two submissions in turn lead through.
 */
export function judgeConcurrent(findings: Findings, resumed: Answer, reachable: readonly (ShownPage | null)[]): void {
  const isWithin = resumed.page === null || reachable.some((page) => isSamePage(page, resumed.page));
  const expected = `a page that two submissions in turn reach: ${reachable.map(pageName).join(' | ')}`;
  findings.expect('SANITY-CONCURRENT-01', isWithin, expected, () => pageName(resumed.page));
}

/** A completion, and what an audit found of it. */
interface Found {
  readonly isStored: boolean;
  readonly differences: readonly Difference[];
  readonly wrong: readonly { readonly kind: AuditFinding; readonly detail: string }[];
  /** Under which it comes, by what is wrong. */
  readonly conditions: ReadonlyMap<AuditFinding, Condition>;
  /** The request that reads the record; `''` where none is known. */
  readonly readBy: string;
}

/**
 * A completion is stored, stored once, with the answers that were given, and with nobody else's.
 *
 * @param ofRepeat of the last request that may have stored it: its last page may have been submitted again
 */
export function judgeAudited(
  findings: Findings,
  { isStored, differences, wrong, conditions, readBy }: Found,
  ofRepeat: Findings = findings,
): void {
  const detailOf = (kind: AuditFinding): string | undefined => wrong.find((each) => each.kind === kind)?.detail;
  const actual = (kind: AuditFinding, words: string, came?: Came): Actual => {
    const condition = conditions.get(kind);
    const rest = { ...(came === undefined ? {} : { came }), ...(condition === undefined ? {} : { condition }) };
    return Object.keys(rest).length === 0 ? words : { words, ...rest };
  };
  const { lost, duplicated, foreign, altered } = auditRules;
  const isLost = detailOf('lost') !== undefined;
  if (isStored || isLost)
    findings.expect(lost.clause, isStored, lost.expected, actual('lost', 'no record carries its texts'));
  if (!isStored) return;
  const [twice, strange] = [detailOf('duplicated'), detailOf('foreign')];
  for (const clause of ['SANITY-DUPLICATE-01', 'SANITY-DUPLICATE-02'] as const) {
    ofRepeat.expect(clause, twice === undefined, duplicated.expected, actual('duplicated', twice ?? ''));
  }
  findings.expect(foreign.clause, strange === undefined, foreign.expected, actual('foreign', strange ?? ''));
  const changes = `${readBy === '' ? '' : `${readBy}: `}${differences.map(({ words }) => words).join('; ')}`;
  const whole = differences.length === 0;
  findings.expect(altered.clause, whole, altered.expected, actual('altered', changes, classifyChanges(differences)));
}

/**
 * What was created is listed no more often than it was created.
 *
 * @param made a text with its token, for each time that something was created.
 * @param listed the text of each listed thing, by its id.
 */
export function judgeCreatedOnce(
  findings: Findings,
  made: readonly string[],
  listed: ReadonlyMap<string, string>,
): void {
  const idsOf = Map.groupBy(listed.keys(), (id) => tokensIn(listed.get(id) ?? '')[0]);
  for (const [token, { length: times }] of Map.groupBy(made, (text) => tokensIn(text)[0])) {
    if (token === undefined) continue;
    const ids = idsOf.get(token) ?? [];
    const expected = times === 1 ? 'it once in the list' : `it ${times} times in the list`;
    findings.expect('SANITY-DUPLICATE-03', ids.length <= times, expected, () => `ids ${ids.join(', ')}`);
  }
}

/** Records that the list has, and the filter without a condition should have as well. */
export function judgeFiltered(findings: Findings, missing: readonly string[]): void {
  const actual = (): string => `missing from the filter: ${missing.slice(0, 5).join(', ')}`;
  findings.expect('SANITY-LOST-02', missing.length === 0, 'every record of the list in the filter', actual);
}

/** What of a record is not as it was given. */
export interface Difference extends AnswerChange {
  readonly words: string;
}

/** A completion that is submitted again shows no page. */
export function judgeCompletedOnce(findings: Findings, answer: Answer): void {
  findings.expect('SANITY-DUPLICATE-01', answer.page === null, 'no page after completion', { answer });
}

/** What an audit of completions against response records may find. */
export type AuditFinding = 'lost' | 'unread' | 'altered' | 'foreign' | 'duplicated' | 'misplaced';

/** The clause that each finding of an audit breaks, and what it demands. */
export const auditRules: Readonly<Record<AuditFinding, { readonly clause: ClauseId; readonly expected: string }>> = {
  lost: { clause: 'SANITY-LOST-02', expected: 'a response record of the completion that was accepted' },
  unread: { clause: 'SANITY-LOST-02', expected: 'the record in the list, in the filter and in a fetch alike' },
  altered: { clause: 'SANITY-ALTERED-01', expected: 'the answers that were given' },
  foreign: { clause: 'SANITY-ALTERED-01', expected: 'the answers of this respondent alone' },
  duplicated: { clause: 'SANITY-DUPLICATE-02', expected: 'one response record of the completion' },
  misplaced: { clause: freeTextClause, expected: 'the free text of a text answer in value.text' },
};

/** How often an audit looked at each of its clauses. */
export function auditChecks({ audited, completed, stored, withTexts = 0 }: AuditResult): Record<ClauseId, number> {
  return {
    'SANITY-LOST-02': audited ?? completed,
    'SANITY-ALTERED-01': stored,
    'SANITY-DUPLICATE-02': stored,
    ...(withTexts === 0 ? {} : { [freeTextClause]: withTexts }),
  };
}

export function judgeEscaping(findings: Findings, html: string): void {
  if (!html.includes(markedText)) return;
  const actual = (): string => 'live markup of a respondent';
  findings.expect('SANITY-ESCAPE-01', !isLive(html, [liveMarkup]), `${liveMarkup} escaped`, actual, 'questions[].html');
}

/** Whether a completion is stored as it was given cannot be told: where records hold this was not learnt. */
export function judgeUnlearnt(findings: Findings, what: string): void {
  findings.inconclusive('SANITY-ALTERED-01', what);
}
