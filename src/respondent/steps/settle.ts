import type { Answer } from '../../judging/reading/answer.ts';
import { isSamePage, isSamePlace, type ShownPage } from '../../judging/reading/shownPage.ts';
import { observeRepeated } from '../../judging/rules/badLuck.ts';
import { judgeResume } from '../../judging/rules/moves.ts';
import { judgeCompletedOnce, judgeConcurrent, judgeNotLost } from '../../judging/rules/sanity.ts';
import { judgeSessionState } from '../../judging/rules/take.ts';
import type { Doubt } from '../model/doubt.ts';
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
import { checkSubmission, sendInDoubt } from './submit.ts';
import { resume } from './take.ts';

/**
 * GET take after bad luck: shows where the service is of all positions that it may be in. What was accepted must not be
 * lost, and pages that answers have shown must not be passed; the rest is the service's, and is followed.
 */
export const settle: Step = {
  intent: 'walk',
  send: resume.send,
  check(walk, answer) {
    const { doubt } = walk;
    const { page, status, reading } = answer;
    if (doubt === null) return resume.check(walk, answer);
    if (status === 'survey_complete' || status === 'already_completed') return completeAfter(walk, doubt, false);
    if (reading.kind === 'session-error') return checkLostSession(walk, doubt, answer);
    if (status !== 'success' || page === null) return checkUnexpectedResponse(walk, answer);
    if (doubt.kind !== 'twoTabs' && isOfNewSession(walk, page)) {
      const isToken = walk.sessionTransport.session.token !== null;
      if (!isSamePage(page, doubt.page) || (isToken && doubt.isAccepted)) return beginAnew(walk, doubt, page);
    }
    return checkWhere(walk, doubt, answer, page);
  },
};

function checkWhere(walk: Walk, doubt: Doubt, answer: Answer, page: ShownPage): StepResult {
  const { findings, position, context } = walk;
  const { askedAgain } = context;
  judgeSessionState(findings, true, '', () => '');
  const isShownOtherwise = isSamePage(page, doubt.page) && !isSamePlace(page, doubt.page);
  // The same page or the one after it, which asks the same: nobody can tell.
  if (askedAgain.has(doubt.page) || isShownOtherwise) return stopped;
  if (isSamePage(page, doubt.page)) {
    if (doubt.isAccepted) {
      judgeNotLost(findings, answer, doubt.page, false);
      return failed;
    }
    position.replace(walk.visit(page));
    if (doubt.mayArrive) return waitForArrival(doubt);
    walk.doubt = null;
    return goOn;
  }
  // Where take leads after going back is not shown: it says nothing of what was sent.
  if (doubt.mayArrive && position.furthest !== null) {
    doubt.passed.push(page);
    return waitForArrival(doubt);
  }
  if (doubt.isAccepted) judgeNotLost(findings, answer, doubt.page, false);
  if (doubt.sent !== null && isThrownBack(walk, page)) {
    judgeResume(findings, answer, doubt.page);
    return failed;
  }
  if (doubt.shown.length > 0 && !doubt.mayArrive && position.furthest === null) {
    const last = doubt.shown.at(-1) ?? doubt.page;
    if (doubt.kind === 'doubleSubmit') judgeConcurrent(findings, answer, [doubt.page, ...doubt.shown]);
    else if (doubt.kind === 'retry') judgeResume(findings, answer, last);
    if (!doubt.hasShown(page)) return failed;
  }
  context.coverage.move('resume', position);
  follow(walk, doubt, page);
  return goOn;
}

/** Doubt is over: the service shows `page`, which is where it is. */
export function follow(walk: Walk, doubt: Doubt, page: ShownPage): void {
  if (doubt.sent === null && walk.position.returnTo(walk.visit(page))) walk.doubt = null;
  else advanceAfter(walk, doubt, page);
}

/** The submission may still be under way: nothing is certain before it cannot be any more. */
function waitForArrival(doubt: Doubt): StepResult {
  doubt.mayArrive = false;
  return { rejected: false, next: { kind: 'settle-late' } };
}

/** The first page of the survey in the middle of a session, which no submission leads to. */
function isThrownBack({ position, survey }: Walk, page: ShownPage): boolean {
  const [first] = position.visits;
  return survey.noBack !== 'yes' && page.previousPageUrl === null && isSamePage(page, first?.page ?? null);
}

/** Another session. Where the old one may hold a finished survey, nobody can tell, and one respondent answers once. */
function beginAnew(walk: Walk, doubt: Doubt, page: ShownPage): StepResult {
  if (!doubt.isUnfinished) return stopped;
  walk.doubt = null;
  walk.position.begin(walk.visit(page));
  return goOn;
}

/**
 * The session error after bad luck: by rights where the survey may be finished, or where the answer that was lost has
 * taken the latest token with it.
 */
export function checkLostSession(walk: Walk, doubt: Doubt, answer: Answer): StepResult {
  const isToken = walk.sessionTransport.session.token !== null;
  const mayBeFinished = !doubt.isUnfinished && doubt.page.isFinal !== false;
  if (!isToken && !mayBeFinished) return checkUnexpectedResponse(walk, answer);
  countError(walk, answer);
  if (!doubt.isUnfinished) return { ...stopped, rejected: true };
  walk.doubt = null;
  return { rejected: true, next: { kind: 'begin-anew' } };
}

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
    if (visit !== null) walk.request('submit-page', visit.submitPath, walk.doubt?.sent?.body ?? '{}');
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
    const isUnclear = doubt.mayArrive || walk.context.askedAgain.has(doubt.page);
    if (!isBeyond || isUnclear) return { rejected, next: { kind: 'settle' } };
    advanceAfter(walk, doubt, page);
    return { rejected, next: { kind: 'draw' } };
  },
};
