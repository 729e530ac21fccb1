import type { Answer } from '../../judging/reading/answer.ts';
import { isErrorBody } from '../../judging/reading/reading.ts';
import { judgeValidKey } from '../../judging/rules/authentication.ts';
import { judgeSessionKnown } from '../../judging/rules/take.ts';
import type { Walker } from '../walk/walker.ts';
import { ended, failed, type StepResult } from './step.ts';

/**
 * Checks an answer that the step did not ask for: another final status, an error, or no usable answer. The walk ends.
 */
export function checkUnexpectedResponse(walk: Walker, answer: Answer): StepResult {
  const { findings, context, position, sessionTransport } = walk;
  const { reading, status, page } = answer;
  if (status !== '' && page === null) {
    context.coverage.statuses[status]++;
    return status === 'success' || status === 'validation_errors' ? failed : ended(status);
  }
  if (isErrorBody(reading)) countError(walk, answer);
  if (position.visit !== null && sessionTransport.session.isCarried) judgeSessionKnown(findings, answer);
  // Not before the key was once good: a wrong key in the profile is no fault of the service.
  judgeValidKey(findings, answer, context.keys.isAccepted(sessionTransport.session.apiKey));
  return failed;
}

/** Counts an error of the document for coverage. */
export function countError({ context }: Walker, { reading }: Answer): void {
  if (isErrorBody(reading))
    context.coverage.error(reading.kind === 'session-error' ? reading.error.code : reading.error.id);
}
