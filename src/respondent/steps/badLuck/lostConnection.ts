import type { Mishap } from '../../../client/transport.ts';
import type { Step } from '../step.ts';
import { sendAnswers, usualAnswers } from '../submit.ts';
import { doubtOf } from './doubtOf.ts';

/** POST submit-page whose connection is lost: the service may have accepted it, or not. A take shows which. */
function submitAndLose(mishap: Mishap): Step {
  return {
    intent: 'lostConnection',
    losesAnswer: true,
    send(walk) {
      const { visit } = walk.position;
      sendAnswers(walk, usualAnswers(walk), mishap);
      const { submission } = walk;
      if (visit !== null && submission !== null) walk.doubt = doubtOf('lostConnection', visit.page, submission);
    },
    check(walk, answer) {
      walk.doubt?.hear(answer);
      return { rejected: false, next: { kind: 'settle' } };
    },
  };
}

/** Lost as soon as the submission was sent. */
export const lostConnection = submitAndLose({ kind: 'cut-when-sent' });
/** Lost when the answer begins to arrive. */
export const lostAnswer = submitAndLose({ kind: 'cut-when-answered' });
