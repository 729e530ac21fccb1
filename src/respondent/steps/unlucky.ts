import type { Mishap } from '../../client/transport.ts';
import type { Answer } from '../../judging/reading/answer.ts';
import { isSamePage } from '../../judging/reading/shownPage.ts';
import { observeConcurrent, observeHesitation, observeOlderPage } from '../../judging/rules/badLuck.ts';
import type { BadLuck } from '../../result/exchange.ts';
import type { PageVisit, Position } from '../position/position.ts';
import { Unsettled } from '../position/unsettled.ts';
import type { Random } from '../random.ts';
import type { Walk } from '../walk/walk.ts';
import { completeAfter, isOfNewSession } from './acceptance.ts';
import { follow, retry } from './settle.ts';
import { countError, goOn, isRejected, type Step, type StepResult, stopped } from './step.ts';
import { checkSubmission, sendUnsettled, sendUsual, submit } from './submit.ts';
import { resume } from './takeSteps.ts';

/** POST submit-page twice at once with the same answers: a double click. Whichever is answered first is heard first. */
const doubleSubmit: Step = {
  intent: 'doubleSubmit',
  send(walk) {
    sendUnsettled(walk, 'doubleSubmit');
  },
  check(walk, answer) {
    const { unsettled } = walk;
    unsettled?.hear(answer);
    const rejected = isRejected(answer);
    if (unsettled === null || unsettled.answers < 2) return { rejected, next: { kind: 'await' } };
    const { acceptances, shown, isCompleted, mayArrive } = unsettled;
    if (!mayArrive) observeConcurrent(walk.findings, acceptances, shown.length + (isCompleted ? 1 : 0) < 2);
    if (unsettled.isCompleted) return completeAfter(walk, unsettled, rejected);
    return { rejected, next: { kind: 'settle' } };
  },
};

/** POST submit-page whose connection is lost: the service may have accepted it, or not. A take shows which. */
function submitAndLose(mishap: Mishap): Step {
  return {
    intent: 'lostConnection',
    losesAnswer: true,
    send(walk) {
      sendUnsettled(walk, 'lostConnection', mishap);
    },
    check(walk, answer) {
      walk.unsettled?.hear(answer);
      return { rejected: false, next: { kind: 'settle' } };
    },
  };
}

/** Lost as soon as the submission was sent. */
const lostConnection = submitAndLose({ kind: 'cut-when-sent' });
/** Lost when the answer begins to arrive. */
const lostAnswer = submitAndLose({ kind: 'cut-when-answered' });

/** POST submit-page with a page of before and the answers that were accepted for it: what another tab still shows. */
function submitOlder(choose: (position: Position) => PageVisit | null): Step {
  return {
    intent: 'twoTabs',
    send(walk) {
      const { visit: current } = walk.position;
      const older = choose(walk.position);
      if (current === null || older === null) return;
      walk.unsettled = new Unsettled('twoTabs', current.page, null, walk.context.askedAgain);
      walk.request('submit-page', older.submitPath, older.body);
    },
    check(walk, answer) {
      const { unsettled, findings, position } = walk;
      const { page, status } = answer;
      const rejected = isRejected(answer);
      if (unsettled === null) return { rejected, next: { kind: 'settle' } };
      const wasBefore = page !== null && position.visits.some((visit) => isSamePage(visit.page, page));
      observeOlderPage(findings, answer, unsettled.page, wasBefore);
      // Answers to the page of before may be answers to this one.
      if (position.visits.some((visit) => walk.context.askedAgain.has(visit.page))) return { ...stopped, rejected };
      if (status === 'survey_complete') return completeAfter(walk, unsettled, rejected);
      if (status !== 'success' || page === null) return { rejected, next: { kind: 'settle' } };
      follow(walk, unsettled, page);
      return goOn;
    },
  };
}

const pageBeforeAgain = submitOlder(({ visitBefore }) => visitBefore);
const firstPageAgain = submitOlder(({ visits }) => visits[0] ?? null);

/** POST submit-page whose answer is left unread for long, as over a line that stalls. */
const slowReader: Step = {
  intent: 'slowReader',
  send(walk) {
    const { slowReadSeconds } = walk.context.traits.badLuck;
    sendUsual(walk, { kind: 'read-late', afterMs: slowReadSeconds * 1000 });
  },
  check: checkSubmission,
};

/** When a session times out is not shown: one that is gone after a hesitation is no fault of the service. */
const idleMs: NonNullable<Step['idleMs']> = ({ badLuck }) => badLuck.hesitateSeconds * 1000;

/** POST submit-page after doing nothing for long. */
const hesitateThenSubmit: Step = {
  intent: 'hesitate',
  idleMs,
  send: (walk) => sendUsual(walk),
  check(walk, answer) {
    if (answer.reading.kind === 'session-error') return timedOut(walk, answer);
    if (answer.status !== '') observe(walk, true);
    return checkSubmission(walk, answer);
  },
};

/** GET take after doing nothing for long. */
const hesitateThenTake: Step = {
  intent: 'hesitate',
  idleMs,
  send: resume.send,
  check(walk, answer) {
    const { position } = walk;
    const { page, reading, status } = answer;
    if (reading.kind === 'session-error') return timedOut(walk, answer);
    if (page !== null && !isSamePage(page, position.visit?.page ?? null) && isOfNewSession(walk, page)) {
      observe(walk, false);
      position.begin(walk.visit(page));
      return goOn;
    }
    if (status !== '') observe(walk, true);
    return resume.check(walk, answer);
  },
};

function timedOut(walk: Walk, answer: Answer): StepResult {
  countError(walk, answer);
  observe(walk, false);
  return { rejected: true, next: { kind: 'begin-anew' } };
}

function observe({ findings, context }: Walk, isAlive: boolean): void {
  observeHesitation(findings, isAlive, context.traits.badLuck.hesitateSeconds);
}

/** The ways in which each bad luck happens: each as often as the others. */
const ways: Readonly<Record<BadLuck, readonly [Step, ...Step[]]>> = {
  doubleSubmit: [doubleSubmit],
  retry: [retry],
  lostConnection: [lostConnection, lostAnswer],
  twoTabs: [pageBeforeAgain, firstPageAgain],
  slowReader: [slowReader],
  hesitate: [hesitateThenSubmit, hesitateThenTake],
};

/** The step of a respondent whom bad luck has met; an older page cannot be submitted where there is none. */
export function unlucky(kind: BadLuck, { visitBefore, visits }: Position, random: Random): Step {
  if (kind === 'twoTabs' && (visitBefore?.body ?? null) === null) return submit;
  const [first, ...others] = ways[kind];
  if (kind === 'twoTabs' && (visits[0]?.body ?? null) === null) return first;
  return others[random.below(others.length + 1)] ?? first;
}
