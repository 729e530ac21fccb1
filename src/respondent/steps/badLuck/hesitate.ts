import { isSamePage } from '../../../judging/reading/page.ts';
import { observeHesitation } from '../../../judging/rules/badLuck.ts';
import type { Walker } from '../../walk/walker.ts';
import { countError } from '../checkUnexpectedResponse.ts';
import { resume } from '../resume.ts';
import type { Step } from '../step.ts';
import { goOn } from '../step.ts';
import { checkSubmission, sendAnswers, usualAnswers } from '../submit.ts';
import { isOfNewSession } from './newSession.ts';

/** When a session times out is not shown: one that is gone after a hesitation is no fault of the service. */
const idleMs: NonNullable<Step['idleMs']> = ({ badLuck }) => badLuck.hesitateSeconds * 1000;

/** POST submit-page after doing nothing for long. */
export const hesitateThenSubmit: Step = {
  intent: 'hesitate',
  idleMs,
  send(walk) {
    sendAnswers(walk, usualAnswers(walk));
  },
  check(walk, answer) {
    if (answer.reading.kind === 'session-error') {
      countError(walk, answer);
      observe(walk, false);
      return { rejected: true, next: { kind: 'begin-anew' } };
    }
    if (answer.status !== '') observe(walk, true);
    return checkSubmission(walk, answer);
  },
};

/** GET take after doing nothing for long. */
export const hesitateThenTake: Step = {
  intent: 'hesitate',
  idleMs,
  send: resume.send,
  check(walk, answer) {
    const { position } = walk;
    const { page, reading, status } = answer;
    if (reading.kind === 'session-error') {
      countError(walk, answer);
      observe(walk, false);
      return { rejected: true, next: { kind: 'begin-anew' } };
    }
    if (page !== null && !isSamePage(page, position.visit?.page ?? null) && isOfNewSession(walk, page)) {
      observe(walk, false);
      position.begin(walk.visit(page));
      return goOn;
    }
    if (status !== '') observe(walk, true);
    return resume.check(walk, answer);
  },
};

function observe({ findings, context }: Walker, isAlive: boolean): void {
  observeHesitation(findings, isAlive, context.traits.badLuck.hesitateSeconds);
}
