import type { Step } from '../step.ts';
import { checkSubmission, sendAnswers, usualAnswers } from '../submit.ts';

/** POST submit-page whose answer is left unread for long, as over a line that stalls. */
export const slowReader: Step = {
  intent: 'slowReader',
  send(walk) {
    const { slowReadSeconds } = walk.context.traits.badLuck;
    sendAnswers(walk, usualAnswers(walk), { kind: 'read-late', afterMs: slowReadSeconds * 1000 });
  },
  check: checkSubmission,
};
