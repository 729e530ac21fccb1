import type { Answer } from '../../judging/reading/answer.ts';
import { isErrorBody, named } from '../../judging/reading/reading.ts';
import { judgeValidKey } from '../../judging/rules/authentication.ts';
import { judgeSessionState } from '../../judging/rules/take.ts';
import type { Walker } from '../walk/walker.ts';
import { ended, failed, type StepResult } from './step.ts';

/**
 * Checks an answer that the step did not ask for: another final status, an error, or no usable answer. The walk ends.
 */
export function checkUnexpectedResponse(walk: Walker, answer: Answer): StepResult {
  const { findings, context, position, sessionTransport } = walk;
  const { reading, status, page, exchange } = answer;
  if (status !== '' && page === null) {
    context.coverage.statuses[status]++;
    return status === 'success' || status === 'validation_errors' ? failed : ended(status);
  }
  if (isErrorBody(reading)) countError(walk, answer);
  if (reading.kind === 'session-error' && position.visit !== null && exchange.httpStatus < 500) {
    judgeSessionState(findings, false, 'the state of the session that was sent', () => named(exchange, reading));
  }
  // Not before the key was once good: a wrong key in the profile is no fault of the service.
  judgeValidKey(findings, answer, context.keys.isAccepted(sessionTransport.session.apiKey));
  return failed;
}

/** Counts an error of the document for coverage. */
export function countError({ context }: Walker, { reading }: Answer): void {
  if (isErrorBody(reading))
    context.coverage.error(reading.kind === 'session-error' ? reading.error.code : reading.error.id);
}
