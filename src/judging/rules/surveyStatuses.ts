import { type ClauseId, ClauseTable } from '../../contract/clause.ts';
import type { EntityId } from '../../contract/entityId.ts';
import type { Status } from '../../contract/statuses.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Findings } from '../findings.ts';
import { shown } from '../mismatch.ts';
import { type Answer, isInternalError } from '../reading/answer.ts';
import { isErrorBody, named, type Reading } from '../reading/reading.ts';

/** The roles that a profile may give a survey, and the status that answers for it. */
export const roles = {
  closed: { status: 'survey_closed', clause: 'STATUS-CLOSED-01' },
  quotaFull: { status: 'quota_full', clause: 'STATUS-QUOTA-01' },
  paused: { status: 'survey_paused', clause: 'STATUS-PAUSED-01' },
  suspended: { status: 'survey_suspended', clause: 'STATUS-SUSPENDED-01' },
  passwordGate: { status: 'authentication_required', clause: 'STATUS-AUTHENTICATION-01' },
  multiLanguage: { status: 'language_selection_required', clause: 'STATUS-LANGUAGE-01' },
  redirect: { status: 'redirect', clause: 'STATUS-REDIRECT-01' },
  optOut: { status: 'survey_opt_out', clause: 'STATUS-OPT-OUT-01' },
  error: { status: 'error', clause: 'STATUS-ERROR-01' },
} as const satisfies Record<string, { status: Status; clause: string }>;

export const statusesClauses = new ClauseTable()
  .group('states')
  .must('STATUS-KNOWN-01', 'status-values')
  .says('`response.status` is one of the thirteen documented values.')
  .broken('Answers have an undocumented status')
  .must('STATUS-SUCCESS-01', 'status-success', { topic: 'no-questions' })
  .says('Status `success` comes with questions.')
  .broken('Success comes without questions')
  .must('STATUS-VALIDATION-01', 'status-validation-errors')
  .says('Status `validation_errors` comes from submit-page only.')
  .broken('Validation errors come from another call than submit-page')
  .must('STATUS-AUTHENTICATION-01', 'status-authentication-required', { probes: ['status-authentication_required'] })
  .says('A survey with a password gate answers `authentication_required`.')
  .broken('A survey with a password is not treated as one')
  .must('STATUS-QUOTA-01', 'status-quota-full', { probes: ['status-quota_full'] })
  .says('A survey whose quota is reached answers `quota_full`.')
  .broken('A survey whose quota is full is not treated as full')
  .must('STATUS-CLOSED-01', 'status-survey-closed', { probes: ['status-survey_closed'] })
  .says('A closed or inactive survey answers `survey_closed`.')
  .broken('A closed survey is not treated as closed')
  .must('STATUS-PAUSED-01', 'status-survey-paused', { probes: ['status-survey_paused'] })
  .says('A paused survey answers `survey_paused`.')
  .broken('A paused survey is not treated as paused')
  .must('STATUS-SUSPENDED-01', 'status-survey-suspended', { probes: ['status-survey_suspended'] })
  .says('A survey of a suspended owner answers `survey_suspended`.')
  .broken('A survey of a suspended owner is not treated as suspended')
  .must('STATUS-LANGUAGE-01', 'status-language-selection', { probes: ['status-language_selection_required'] })
  .says('A survey that awaits a language answers `language_selection_required`.')
  .broken('A survey in several languages does not ask for one')
  .must('STATUS-REDIRECT-01', 'status-redirect', { probes: ['status-redirect'] })
  .says('A survey with an intermediate redirect answers `redirect`.')
  .broken('A survey with a redirect does not redirect')
  .must('STATUS-OPT-OUT-01', 'status-opt-out', { probes: ['status-survey_opt_out'] })
  .says('A respondent who opted out is answered `survey_opt_out`.')
  .broken('A respondent who opted out is not turned away')
  .must('STATUS-ERROR-01', 'status-error', { probes: ['status-error'] })
  .says('An unexpected error of the server is answered with status `error`.')
  .broken('A server error is not reported with status “error”')
  .should('STATUS-GATE-01', 'status-survey-complete', {
    probes: Object.values(roles).map(({ status }) => `status-${status}`),
  })
  .says('A survey that showed no page takes no completion without one, and shows none on the way back.')
  .broken('A survey that showed no page is completed')
  .why('How a respondent passes a gate is not shown: a submission may choose the language, or lead on.')
  .must('STATUS-COMPLETED-01', 'status-already-completed', { probes: ['walking'], topic: 'told-finished' })
  .says('A survey that says `already_completed` to who has not finished lets no other new respondent in.')
  .broken('Respondents are told that they had finished, and had not')
  .follows('session')
  .should('STATUS-COMPLETED-02', 'status-already-completed', { probes: ['walking'], topic: 'told-finished' })
  .says('Status `already_completed` comes only after the respondent has finished in this session.')
  .broken('Respondents are told that they had finished, and had not in this session')
  .why('Who a respondent is is not shown: a survey may take one response from each address.')
  .follows('onward', 'session', 'position');

/** States and transitions: the status of one answer of the flow. */
export function judgeStatus(findings: Findings, { exchange, reading, status, page }: Answer): void {
  if (reading.kind !== 'flow' || typeof reading.response.status !== 'string') return;
  const given = reading.response.status;
  const path = 'response.status';
  if (!findings.expect('STATUS-KNOWN-01', status !== '', 'a documented status', { value: given }, path)) return;
  const fromSubmit = status !== 'validation_errors' || exchange.endpoint === 'submit-page';
  const actual = `validation_errors from ${exchange.endpoint}`;
  findings.expect('STATUS-VALIDATION-01', fromSubmit, '`validation_errors` from submit-page only', actual, path);
  if (status === 'success') {
    const shows = page !== null && page.elements.length > 0;
    const { questions } = reading.response;
    findings.expect('STATUS-SUCCESS-01', shows, 'at least one question', { value: questions }, 'response.questions');
  }
}

/**
 * An answer of the flow is a page, or a status without one; a wrong status is named where it stands. Errors and silence
 * are told of elsewhere.
 */
export function judgeKind(findings: Findings, clause: ClauseId, { exchange, reading, status }: Answer): void {
  const isError = isErrorBody(reading) || (status === '' && exchange.httpStatus >= 400);
  if ('failure' in reading || reading.kind === 'throttled' || isError) return;
  const isFlow = reading.kind === 'flow';
  const actual = (): string => saidInstead(exchange, reading);
  findings.expect(clause, status !== '', 'a page or a status without a page', actual, isFlow ? 'response.status' : '');
}

/** What an answer said in place of a status that was wanted: a status that is no status is named as such. */
function saidInstead(exchange: Exchange, reading: Reading): string {
  return reading.kind === 'flow' ? shown(reading.response.status) : named(exchange, reading);
}

export type RoleName = keyof typeof roles;

/** The role that a status answers for; `null` for the other statuses. */
export function roleOfStatus(status: Status): RoleName | null {
  return (Object.keys(roles) as RoleName[]).find((name) => roles[name].status === status) ?? null;
}

/** Whether a survey may show pages before the status of its role: a chain goes on, and people opt out, in the middle. */
export function mayShowPages(role: RoleName): boolean {
  return role === 'redirect' || role === 'optOut';
}

/** What the first take of a survey with a role brought. An error of the table may stand for status `error`. */
export function judgeRole(findings: Findings, answer: Answer, role: RoleName): void {
  const { exchange, reading, status } = answer;
  const { status: wanted, clause } = roles[role];
  if ('failure' in reading || reading.kind === 'throttled') return;
  if (role !== 'error' && isInternalError(answer)) return;
  const holds = status === wanted || isInternalError(answer);
  const actual = { words: saidInstead(exchange, reading), answer };
  findings.expect(clause, holds, `status ${wanted}`, actual, 'response.status');
}

const keepsOut: ReadonlySet<RoleName> = new Set(['closed', 'quotaFull', 'paused', 'suspended']);

/**
 * A survey that let nobody in shows no page to a submission or on the way back either, and takes no response. Behind a
 * password or a choice of language a submission may lead on; on the way back, with nothing accepted before, is no page.
 */
export function judgeKeptOut(findings: Findings, { exchange, reading, status, page }: Answer, role: RoleName): void {
  if (role === 'error') return;
  const { status: wanted } = roles[role];
  const isComplete = status === 'survey_complete';
  const isIn = isComplete || (page !== null && (keepsOut.has(role) || exchange.endpoint === 'previous-page'));
  const isShut = keepsOut.has(role) || role === 'passwordGate' || (role === 'optOut' && isComplete);
  const clause = isShut ? roles[role].clause : 'STATUS-GATE-01';
  const actual = (): string => `${saidInstead(exchange, reading)} from ${exchange.endpoint}`;
  findings.expect(clause, !isIn, `no page and no completion, as the survey is ${wanted}`, actual, 'response.status');
}

/**
 * `already_completed` says that the respondent has finished.
 *
 * @param hasFinished whether it has, as far as anybody knows.
 */
export function judgeCompleted(findings: Findings, { status }: Answer, hasFinished: boolean): void {
  if (!hasFinished && status === '') return;
  const isTooEarly = status === 'already_completed' && !hasFinished;
  const expected = 'this status only after the survey was finished';
  findings.expect('STATUS-COMPLETED-02', !isTooEarly, expected, status, 'response.status');
  if (!isTooEarly) findings.pass('STATUS-COMPLETED-01');
}

/**
 * What surveys told respondents who had not finished: that they had. A survey may take one response from each address or
 * panel member; but then it lets nobody else from there in.
 */
export class EarlyCompletions {
  /** When a survey said so first, by its id. */
  readonly #toldMs = new Map<EntityId, number>();
  /** Surveys that let a new respondent in after that: it is no rule of theirs for who may take them. */
  readonly #lettingIn = new Set<EntityId>();

  /** An answer to a respondent who has not finished, as far as anybody knows. */
  unfinished(findings: Findings, answer: Answer, surveyId: EntityId): void {
    judgeCompleted(findings, answer, false);
    if (answer.status !== 'already_completed') return;
    if (!this.#toldMs.has(surveyId)) this.#toldMs.set(surveyId, answer.exchange.endMs);
    if (!this.#lettingIn.has(surveyId)) return;
    const expected =
      'this status only after the survey was finished: after it was told so, another new respondent was let in';
    findings.fail('STATUS-COMPLETED-01', expected, { value: answer.status }, 'response.status');
  }

  /** What a first take came to. */
  begun(findings: Findings, answer: Answer, surveyId: EntityId): void {
    this.unfinished(findings, answer, surveyId);
    const toldMs = this.#toldMs.get(surveyId);
    if (toldMs === undefined || answer.exchange.sentMs <= toldMs) return;
    if (answer.page === null) findings.pass('STATUS-COMPLETED-01');
    else this.letsIn(surveyId);
  }

  /** A survey is known to let new respondents in after that, as the run has shown of which a way is repeated. */
  letsIn(surveyId: EntityId): void {
    this.#lettingIn.add(surveyId);
  }
}
