import { isErrorBody } from '../../../judging/reading/reading.ts';
import { observeConcurrent } from '../../../judging/rules/badLuck.ts';
import type { Step } from '../step.ts';
import { submitPathOf, usualAnswers } from '../submit.ts';
import { completeAfter } from './acceptance.ts';
import { doubtOf } from './doubtOf.ts';

/** POST submit-page twice at once with the same answers: a double click. Whichever is answered first is heard first. */
export const doubleSubmit: Step = {
  intent: 'doubleSubmit',
  send(walk) {
    const { visit } = walk.position;
    if (visit === null) return;
    const submission = walk.answer(visit.page, usualAnswers(walk));
    walk.doubt = doubtOf('doubleSubmit', visit.page, submission);
    walk.submitTwice(submitPathOf(walk, visit), submission.body);
  },
  check(walk, answer) {
    const { doubt } = walk;
    doubt?.hear(answer);
    const rejected = isErrorBody(answer.reading) && answer.exchange.httpStatus < 500;
    if (doubt === null || doubt.answers < 2) return { rejected, next: { kind: 'await' } };
    const { acceptances, shown, isCompleted, mayArrive } = doubt;
    if (!mayArrive) observeConcurrent(walk.findings, acceptances, shown.length + (isCompleted ? 1 : 0) < 2);
    if (doubt.isCompleted) return completeAfter(walk, doubt, rejected);
    return { rejected, next: { kind: 'settle' } };
  },
};
