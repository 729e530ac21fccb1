import type { Answer } from '../../judging/reading/answer.ts';
import type { Intent } from '../../result/exchange.ts';
import type { WalkEnd } from '../crowd.ts';
import type { Walker } from '../walk/walker.ts';

/**
 * One kind of step: what it sends, and what the table of moves says may come (service.md#states). Steps hold no state:
 * it is the walker's.
 */
export interface Step {
  readonly intent: Intent;
  /** Sends the request of this step. */
  send(walk: Walker): void;
  /** Has the answer judged, moves the model, and says what is next. */
  check(walk: Walker, answer: Answer): StepResult;
}

/** What an answer came to. */
export interface StepResult {
  /** Whether the answer is the rejection that the step provoked. */
  readonly rejected: boolean;
  readonly next: NextStep;
}

/**
 * `draw`: think, then do what behaviour draws. `resume`: take again, to see that nothing has changed. `begin-anew`: a new
 * session from the first page on. `look-again`: one more look at the finished survey, as often as the respondent resumes.
 */
export type NextStep =
  | { readonly kind: 'draw' | 'resume' | 'begin-anew' | 'look-again' }
  | { readonly kind: 'end'; readonly end: WalkEnd; readonly finalStatus: string };

const draw: NextStep = { kind: 'draw' };

/** The walk goes on. */
export const goOn: StepResult = { rejected: false, next: draw };
/** The answer was the rejection that was provoked, and the walk goes on. */
export const rejectedAsExpected: StepResult = { rejected: true, next: draw };
/** The service did not let the walk go on. */
export const failed: StepResult = { rejected: false, next: { kind: 'end', end: 'failed', finalStatus: '' } };

/** The walk ends with a final status of the service. */
export function ended(finalStatus: string): StepResult {
  return { rejected: false, next: { kind: 'end', end: 'ended', finalStatus } };
}
