import type { ShownPage } from '../../judging/reading/shownPage.ts';
import type { Unsettled } from '../position/unsettled.ts';
import { reportCompletion } from '../walk/completion.ts';
import type { Walk } from '../walk/walk.ts';
import type { StepResult } from './step.ts';
import { lookAgain, noteAccepted } from './submit.ts';

/** Settled: the service has accepted the end of the survey. */
export function completeAfter(walk: Walk, unsettled: Unsettled, rejected: boolean): StepResult {
  const { position, context } = walk;
  walk.unsettled = null;
  context.coverage.count('statuses', 'survey_complete');
  // Beyond the page that was answered others may have been passed.
  const passed = followPassed(walk, unsettled, null);
  for (const page of unsettled.shown) advance(walk, unsettled, page);
  const sent = unsettled.shown.length === 0 && !passed ? unsettled.sent : null;
  if (sent !== null) context.coverage.move('complete', position);
  position.complete(sent);
  reportCompletion(walk);
  return { ...lookAgain, rejected };
}

/** Settled: the service is on `page`, and has been on the pages that answers showed before. */
export function advanceAfter(walk: Walk, unsettled: Unsettled, page: ShownPage): void {
  followPassed(walk, unsettled, page);
  const before = unsettled.shown.filter((each) => each !== page && each.identity !== page.identity);
  for (const each of before) advance(walk, unsettled, each);
  if (unsettled.hasShown(page) || !isGoneBackFrom(walk, unsettled, page)) advance(walk, unsettled, page);
  walk.unsettled = null;
}

/** Goes on to the pages that take showed meanwhile, but for the one where the service is. @returns whether there were any */
function followPassed(walk: Walk, unsettled: Unsettled, where: ShownPage | null): boolean {
  let passed = false;
  for (const page of unsettled.passed) {
    const isCurrent = page.identity === walk.position.visit?.page.identity || page.identity === where?.identity;
    if (isCurrent) continue;
    passed = true;
    if (!isGoneBackFrom(walk, unsettled, page)) advance(walk, unsettled, page);
  }
  return passed;
}

/** Goes on to a page that was gone back from: it may be shown whatever became of the submission. */
function isGoneBackFrom(walk: Walk, unsettled: Unsettled, page: ShownPage): boolean {
  const left = walk.position.visit;
  if (!walk.position.forwardTo(walk.visit(page))) return false;
  if (left !== null && !unsettled.isAccepted) {
    left.body = null;
    left.certain = false;
  }
  return true;
}

/** From the page that was answered by what was sent for it, from any other without answers. */
function advance(walk: Walk, { page: left, sent }: Unsettled, page: ShownPage): void {
  const { position, context, submission } = walk;
  const accepted = position.visit?.page.identity === left.identity ? sent : null;
  if (accepted !== null) {
    context.coverage.move('advance', position);
    if (submission !== null) noteAccepted(walk, submission, left);
  }
  position.advance(accepted, walk.visit(page));
}

/**
 * Whether a page may be the first of another session: that of a respondent whom the service does not know any more. A
 * token is another one with each answer, so there the page alone must tell.
 */
export function isOfNewSession({ context, position, sessionTransport }: Walk, page: ShownPage): boolean {
  return sessionTransport.isNew && context.askedAgain.isSame(page, position.visits[0]?.page ?? null);
}
