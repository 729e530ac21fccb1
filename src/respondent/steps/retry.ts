import { isSamePage } from '../../judging/reading/page.ts';
import { observeRepeated } from '../../judging/rules/badLuck.ts';
import { judgeCompletedOnce } from '../../judging/rules/sanity.ts';
import { advanceAfter, completeAfter } from './acceptance.ts';
import { checkLostSession } from './settle.ts';
import { isRejected, type Step } from './step.ts';
import { checkSubmission, sendInDoubt, submitPathOf } from './submit.ts';

/** POST submit-page whose answer comes, and is lost before the respondent hears of it. */
export const retry: Step = {
  intent: 'retry',
  losesAnswer: true,
  send(walk) {
    sendInDoubt(walk, 'retry');
  },
  check(walk, answer) {
    walk.doubt?.hear(answer);
    return { rejected: isRejected(answer), next: { kind: 'again' } };
  },
};

/** The same submission again. What the service does with answers to a page that it has left is not shown. */
export const submitAgain: Step = {
  intent: 'retry',
  send(walk) {
    const { visit } = walk.position;
    if (visit !== null) walk.request('submit-page', submitPathOf(walk, visit), walk.doubt?.sent?.body ?? '{}');
  },
  check(walk, answer) {
    const { doubt, findings, sessionTransport } = walk;
    const { page, status, reading } = answer;
    if (doubt === null) return checkSubmission(walk, answer);
    const wasCompleted = doubt.isCompleted;
    const wasAccepted = doubt.isAccepted || wasCompleted;
    if (reading.kind === 'session-error' && !wasCompleted && sessionTransport.session.token !== null) {
      return checkLostSession(walk, doubt, answer);
    }
    if (!wasAccepted && !doubt.mayArrive && doubt.shown.length === 0) {
      // The first was refused: this one is as any other.
      walk.doubt = null;
      return checkSubmission(walk, answer);
    }
    const rejected = isRejected(answer);
    const [first] = doubt.shown;
    if (wasCompleted) {
      judgeCompletedOnce(findings, answer);
      return completeAfter(walk, doubt, rejected);
    }
    if (doubt.isAccepted) observeRepeated(findings, answer, first ?? null, doubt.page.identity);
    doubt.hear(answer);
    if (doubt.isCompleted) return completeAfter(walk, doubt, rejected);
    const isBeyond = status === 'success' && page !== null && !isSamePage(page, doubt.page);
    if (!isBeyond || doubt.mayArrive) return { rejected, next: { kind: 'settle' } };
    advanceAfter(walk, doubt, page);
    return { rejected, next: { kind: 'draw' } };
  },
};
