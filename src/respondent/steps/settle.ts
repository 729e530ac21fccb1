import type { Answer } from '../../judging/reading/answer.ts';
import { isSamePage, isSamePlace, type ShownPage } from '../../judging/reading/shownPage.ts';
import { observeRepeated } from '../../judging/rules/badLuck.ts';
import { judgeResume } from '../../judging/rules/moves.ts';
import { judgeCompletedOnce, judgeConcurrent, judgeNotLost } from '../../judging/rules/sanity.ts';
import { judgeSessionState } from '../../judging/rules/take.ts';
import type { Unsettled } from '../position/unsettled.ts';
import type { Walk } from '../walk/walk.ts';
import { advanceAfter, completeAfter, isOfNewSession } from './acceptance.ts';
import {
  checkUnexpectedResponse,
  countError,
  failed,
  goOn,
  isRejected,
  type Step,
  type StepResult,
  stopped,
} from './step.ts';
import { checkSubmission, sendUnsettled } from './submit.ts';
import { resume } from './takeSteps.ts';

/**
 * GET take after bad luck: shows where the service is of all positions that it may be in. What was accepted must not be
 * lost, and pages that answers have shown must not be passed; the rest is the service's, and is followed.
 */
export const settle: Step = {
  intent: 'walk',
  send: resume.send,
  check(walk, answer) {
    const { unsettled } = walk;
    const { page, status, reading } = answer;
    if (unsettled === null) return resume.check(walk, answer);
    if (status === 'survey_complete' || status === 'already_completed') return completeAfter(walk, unsettled, false);
    if (reading.kind === 'session-error') return checkLostSession(walk, unsettled, answer);
    if (status !== 'success' || page === null) return checkUnexpectedResponse(walk, answer);
    if (unsettled.kind !== 'twoTabs' && isOfNewSession(walk, page)) {
      const isToken = walk.sessionTransport.session.token !== null;
      if (!isSamePage(page, unsettled.page) || (isToken && unsettled.isAccepted))
        return beginAnew(walk, unsettled, page);
    }
    return checkWhere(walk, unsettled, answer, page);
  },
};

function checkWhere(walk: Walk, unsettled: Unsettled, answer: Answer, page: ShownPage): StepResult {
  const { findings, position, context } = walk;
  const { askedAgain } = context;
  judgeSessionState(findings, true, '', () => '');
  const isShownOtherwise = isSamePage(page, unsettled.page) && !isSamePlace(page, unsettled.page);
  // The same page or the one after it, which asks the same: nobody can tell.
  if (askedAgain.mayBeNext(unsettled.page) || isShownOtherwise) return stopped;
  if (isSamePage(page, unsettled.page)) {
    if (unsettled.isAccepted) {
      judgeNotLost(findings, answer, unsettled.page, false);
      return failed;
    }
    position.replace(walk.visit(page));
    if (unsettled.mayArrive) return waitForArrival(unsettled);
    walk.unsettled = null;
    return goOn;
  }
  // Where take leads after going back is not shown: it says nothing of what was sent.
  if (unsettled.mayArrive && position.furthest !== null) {
    unsettled.passed.push(page);
    return waitForArrival(unsettled);
  }
  if (unsettled.isAccepted) judgeNotLost(findings, answer, unsettled.page, false);
  if (unsettled.sent !== null && isThrownBack(walk, page)) {
    judgeResume(findings, answer, unsettled.page);
    return failed;
  }
  if (unsettled.shown.length > 0 && !unsettled.mayArrive && position.furthest === null) {
    const last = unsettled.shown.at(-1) ?? unsettled.page;
    if (unsettled.kind === 'doubleSubmit') judgeConcurrent(findings, answer, [unsettled.page, ...unsettled.shown]);
    else if (unsettled.kind === 'retry') judgeResume(findings, answer, last);
    if (!unsettled.hasShown(page)) return failed;
  }
  context.coverage.move('resume', position);
  follow(walk, unsettled, page);
  return goOn;
}

/** Settled: the service shows `page`, which is where it is. */
export function follow(walk: Walk, unsettled: Unsettled, page: ShownPage): void {
  if (unsettled.sent === null && walk.position.returnTo(walk.visit(page))) walk.unsettled = null;
  else advanceAfter(walk, unsettled, page);
}

/** The submission may still be under way: nothing is certain before it cannot be any more. */
function waitForArrival(unsettled: Unsettled): StepResult {
  unsettled.mayArrive = false;
  return { rejected: false, next: { kind: 'settle-late' } };
}

/** The first page of the survey in the middle of a session, which no submission leads to. */
function isThrownBack({ position, survey }: Walk, page: ShownPage): boolean {
  const [first] = position.visits;
  return survey.noBack !== 'yes' && page.previousPageUrl === null && isSamePage(page, first?.page ?? null);
}

/** Another session. Where the old one may hold a finished survey, nobody can tell, and one respondent answers once. */
function beginAnew(walk: Walk, unsettled: Unsettled, page: ShownPage): StepResult {
  if (!unsettled.isUnfinished) return stopped;
  walk.unsettled = null;
  walk.position.begin(walk.visit(page));
  return goOn;
}

/**
 * The session error after bad luck: by rights where the survey may be finished, or where the answer that was lost has
 * taken the latest token with it.
 */
export function checkLostSession(walk: Walk, unsettled: Unsettled, answer: Answer): StepResult {
  const isToken = walk.sessionTransport.session.token !== null;
  const mayBeFinished = !unsettled.isUnfinished && unsettled.page.isFinal !== false;
  if (!isToken && !mayBeFinished) return checkUnexpectedResponse(walk, answer);
  countError(walk, answer);
  if (!unsettled.isUnfinished) return { ...stopped, rejected: true };
  walk.unsettled = null;
  return { rejected: true, next: { kind: 'begin-anew' } };
}

/** POST submit-page whose answer comes, and is lost before the respondent hears of it. */
export const retry: Step = {
  intent: 'retry',
  losesAnswer: true,
  send(walk) {
    sendUnsettled(walk, 'retry');
  },
  check(walk, answer) {
    walk.unsettled?.hear(answer);
    return { rejected: isRejected(answer), next: { kind: 'again' } };
  },
};

/** The same submission again. What the service does with answers to a page that it has left is not shown. */
export const submitAgain: Step = {
  intent: 'retry',
  send(walk) {
    const { visit } = walk.position;
    if (visit !== null) walk.request('submit-page', visit.submitPath, walk.unsettled?.sent?.body ?? '{}');
  },
  check(walk, answer) {
    const { unsettled, findings, sessionTransport } = walk;
    const { page, status, reading } = answer;
    if (unsettled === null) return checkSubmission(walk, answer);
    const wasCompleted = unsettled.isCompleted;
    const wasAccepted = unsettled.isAccepted || wasCompleted;
    if (reading.kind === 'session-error' && !wasCompleted && sessionTransport.session.token !== null) {
      return checkLostSession(walk, unsettled, answer);
    }
    if (!wasAccepted && !unsettled.mayArrive && unsettled.shown.length === 0) {
      // The first was refused: this one is as any other.
      walk.unsettled = null;
      return checkSubmission(walk, answer);
    }
    const rejected = isRejected(answer);
    const [first] = unsettled.shown;
    if (wasCompleted) {
      judgeCompletedOnce(findings, answer);
      return completeAfter(walk, unsettled, rejected);
    }
    if (unsettled.isAccepted) observeRepeated(findings, answer, first ?? null, unsettled.page.identity);
    unsettled.hear(answer);
    if (unsettled.isCompleted) return completeAfter(walk, unsettled, rejected);
    const isBeyond = status === 'success' && page !== null && !isSamePage(page, unsettled.page);
    const isUnclear = unsettled.mayArrive || walk.context.askedAgain.mayBeNext(unsettled.page);
    if (!isBeyond || isUnclear) return { rejected, next: { kind: 'settle' } };
    advanceAfter(walk, unsettled, page);
    return { rejected, next: { kind: 'draw' } };
  },
};
