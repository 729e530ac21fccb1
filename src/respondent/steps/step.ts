import type { Answer } from '../../judging/reading/answer.ts';
import { isErrorBody } from '../../judging/reading/reading.ts';
import { judgeValidKey } from '../../judging/rules/authentication.ts';
import { judgeSessionKnown } from '../../judging/rules/take.ts';
import type { Intent } from '../../result/exchange.ts';
import type { WalkEnd } from '../crowd.ts';
import type { Walk } from '../walk/walk.ts';
import type { WalkContext } from '../walk/walkContext.ts';

/**
 * One kind of step: what it sends, and what the table of moves says may come (service.md#states). Steps hold no state:
 * it is the walker's.
 */
export interface Step {
  readonly intent: Intent;
  /** Whether its answer is lost on the way: the session does not hear of it. */
  readonly losesAnswer?: true;
  /** How long the respondent does nothing before it. */
  idleMs?(traits: WalkContext['traits']): number;
  /** Sends the request of this step. */
  send(walk: Walk): void;
  /** Has the answer judged, moves the model, and says what is next. */
  check(walk: Walk, answer: Answer): StepResult;
}

/** What an answer came to. */
export interface StepResult {
  /** Whether the answer is the rejection that the step provoked. */
  readonly rejected: boolean;
  /**
   * After bad luck also: `await` the other answer; submit `again` at once; `settle-late`, when nothing can be under way
   * any more.
   */
  readonly next:
    | { readonly kind: NextStep | 'await' | 'again' | 'settle-late' }
    | { readonly kind: 'end'; readonly end: WalkEnd; readonly finalStatus: string };
}

/**
 * `draw`: whatever the respondent wants. `resume`: take again, to see that nothing has changed. `begin-anew`: a new session
 * from the first page on. `look-again`: one more look at the finished survey, or none. `settle`: a take that shows where
 * the service is after bad luck.
 */
export type NextStep = 'draw' | 'resume' | 'begin-anew' | 'look-again' | 'settle';

const draw = { kind: 'draw' } as const;

/** The walk goes on. */
export const goOn: StepResult = { rejected: false, next: draw };
/** The answer was the rejection that was provoked, and the walk goes on. */
export const rejectedAsExpected: StepResult = { rejected: true, next: draw };
/** A walk that ends without a fault of anybody. */
export const stopped: StepResult = { rejected: false, next: { kind: 'end', end: 'stopped', finalStatus: '' } };
/** The service did not let the walk go on. */
export const failed: StepResult = { rejected: false, next: { kind: 'end', end: 'failed', finalStatus: '' } };

/** The walk ends with a final status of the service. */
export function ended(finalStatus: string): StepResult {
  return { rejected: false, next: { kind: 'end', end: 'ended', finalStatus } };
}

/**
 * Checks an answer that the step did not ask for: another final status, an error, or no usable answer. The walk ends.
 */
export function checkUnexpectedResponse(walk: Walk, answer: Answer): StepResult {
  const { findings, context, position, sessionTransport } = walk;
  const { reading, status, page } = answer;
  if (status !== '' && page === null) {
    context.coverage.count('statuses', status);
    return status === 'success' || status === 'validation_errors' ? failed : ended(status);
  }
  if (isErrorBody(reading)) countError(walk, answer);
  if (position.visit !== null && sessionTransport.session.isCarried) judgeSessionKnown(findings, answer);
  const { apiKey } = sessionTransport.session;
  // Not before the key was once good: a wrong key in the profile is no fault of the service.
  judgeValidKey(findings, answer, apiKey !== null && context.acceptedKeys.has(apiKey));
  return failed;
}

/** Whether an answer is a rejection, as it may follow what canvass provoked. */
export function isRejected({ reading, exchange }: Answer): boolean {
  return isErrorBody(reading) && exchange.httpStatus < 500;
}

/** Counts an error of the document for coverage. */
export function countError({ context }: Walk, { reading }: Answer): void {
  if (isErrorBody(reading))
    context.coverage.error(reading.kind === 'session-error' ? reading.error.code : reading.error.id);
}
