import type { Mishap } from '../../client/transport.ts';
import type { Answer } from '../../judging/reading/answer.ts';
import { isShownAgain, type ShownPage } from '../../judging/reading/shownPage.ts';
import { judgeSubmission } from '../../judging/rules/moves.ts';
import { judgeFirstPage, judgeThanks } from '../../judging/rules/page.ts';
import { isNothingRefused, judgeLeftOut, judgePutRight, judgeSubmitUrl } from '../../judging/rules/submitPage.ts';
import { judgeSessionState } from '../../judging/rules/take.ts';
import type { BadLuck } from '../../result/exchange.ts';
import { leavesNoDoubt, parsedBody } from '../answers/knownValid.ts';
import { type PageVisit, type Sent, sentFor } from '../position/position.ts';
import { Unsettled } from '../position/unsettled.ts';
import { reportCompletion, reportIndeterminate } from '../walk/completion.ts';
import type { HowToAnswer, Submission } from '../walk/submission.ts';
import { nothingRefused, type Walk } from '../walk/walk.ts';
import {
  checkUnexpectedResponse,
  countError,
  failed,
  goOn,
  rejectedAsExpected,
  type Step,
  type StepResult,
} from './step.ts';

/** A walk gives up on a page whose whole answers the service has rejected this often. */
const maxRefusals = 6;

/** POST submit-page with answers that fulfil the page. */
export const submit: Step = {
  intent: 'walk',
  send: (walk) => sendUsual(walk),
  check: checkSubmission,
};

/** Answers the current page as usual, and sends it to the path that the page names. */
export function sendUsual(walk: Walk, mishap: Mishap | null = null): void {
  sendAnswers(walk, usualAnswers(walk), mishap);
}

/**
 * Whether an answer that is given once and left out the next time stays, is not shown: a page that was answered before is
 * answered whole.
 */
function usualAnswers({ position, wasRejected }: Walk): HowToAnswer {
  const { visit } = position;
  return wasRejected || visit?.body !== null || !visit.certain ? 'complete' : 'usual';
}

/** POST submit-page without a question that is known to be required; a usual one where the page has none. */
export const submitInvalid: Step = {
  intent: 'invalid',
  send(walk) {
    sendAnswers(walk, 'without-required');
  },
  check: checkSubmission,
};

/** Answers the current page and sends it to the path that the page names. */
export function sendAnswers(walk: Walk, how: HowToAnswer, mishap: Mishap | null = null): void {
  const { visit } = walk.position;
  if (visit === null) return;
  const submission = walk.answer(visit.page, how);
  walk.request('submit-page', visit.submitPath, submission.body, mishap);
}

/** Checks what a submission in a live session is answered with. */
export function checkSubmission(walk: Walk, answer: Answer): StepResult {
  const { findings, submission, position } = walk;
  const current = position.visit;
  if (current === null || submission === null) return failed;
  const { missingRequired, isKnownValid, isRestKnownValid } = submission;
  const { page, status, reading } = answer;
  const isNext = status === 'success' && walk.context.askedAgain.isNext(page, current.page, position.inARow);
  judgeSubmission(findings, { answer, page: current.page, missingRequired, isKnownValid, isNext });
  if (missingRequired.length > 0 && !('failure' in reading)) {
    judgeLeftOut(findings, { answer, page: current.page, missing: missingRequired, isRestKnownValid });
  }
  judgeSubmitUrl(findings, answer);
  if (status === 'validation_errors' && page !== null) return checkRejection(walk, answer, submission, current);
  const isAccepted = status === 'survey_complete' || (status === 'success' && page !== null);
  if (walk.wasRejected && missingRequired.length === 0) judgePutRight(findings, answer, current.page, isKnownValid);
  walk.context.earlyCompletions.unfinished(findings, answer, walk.survey.id);
  judgeThanks(findings, answer, walk.survey.id, walk.context.thanked);
  if (isNext && page !== null) {
    judgeSessionState(findings, true, '', () => '');
    if (walk.survey.noBack === 'no') judgeFirstPage(findings, page, false);
  }
  if (!isAccepted) {
    const isLeftOut = missingRequired.length > 0 || submission.missingOptional.length > 0;
    if (isLeftOut && reading.kind === 'standard-error' && isNothingRefused(answer)) {
      walk.wasRejected = true;
      countError(walk, answer);
      return rejectedAsExpected;
    }
    if ('failure' in reading && current.page.isFinal) reportIndeterminate(walk, submission.body);
    return checkUnexpectedResponse(walk, answer);
  }
  noteAccepted(walk, submission, current.page);
  if (page === null) return complete(walk, submission, current);
  return isNext ? advance(walk, answer, submission, current) : failed;
}

/** What an acceptance says of the answers, whichever request was answered with it. */
export function noteAccepted(walk: Walk, submission: Submission, page: ShownPage): void {
  const { missingOptional, textKinds, body } = submission;
  walk.wasRejected = false;
  walk.refusals = 0;
  walk.refused = nothingRefused;
  const { refusals, answerHabits } = walk.context;
  const { id } = walk.survey;
  if (answerHabits === null && refusals.teachesNothing(id, page)) return;
  const answers = answerHabits !== null || refusals.areFormsOpen ? parsedBody(body) : null;
  for (const question of page.questions) {
    if (missingOptional.includes(question.id)) continue;
    if (answers !== null) answerHabits?.note(question, answers, true, () => walk.witness());
    refusals.taken(id, question, answers, textKinds.get(question.id) ?? 0);
  }
  if (missingOptional.length === 0) refusals.answered(id, page);
}

function checkRejection(walk: Walk, { page }: Answer, submission: Submission, current: PageVisit): StepResult {
  const { findings, position, context } = walk;
  if (page === null) return failed;
  context.coverage.move('reject', position);
  context.coverage.count('statuses', 'validation_errors');
  if (isShownAgain(page, current.page)) {
    judgeFirstPage(findings, page, position.isOnFirst, walk.survey.noBack !== 'yes');
    position.replace(walk.visit(page));
  }
  walk.wasRejected = true;
  const isExpected = submission.missingRequired.length > 0 || submission.missingOptional.length > 0;
  if (submission.missingRequired.length === 0) noteRefusals(walk, page, submission, current);
  if (isExpected) return rejectedAsExpected;
  return ++walk.refusals >= maxRefusals ? failed : goOn;
}

/** Notes answers that looked valid and were refused: those that the service names, or all that may be wrong. */
function noteRefusals(walk: Walk, { rejections }: ShownPage, submission: Submission, { page }: PageVisit): void {
  const { context, survey, sessionTransport } = walk;
  const answers = parsedBody(submission.body);
  for (const question of page.questions) {
    const { id } = question;
    const rejection = rejections.find(({ questionId }) => questionId === id);
    const isMeant = rejections.length === 0 ? submission.missingOptional.length === 0 : rejection !== undefined;
    if (!isMeant || submission.missingOptional.includes(id) || leavesNoDoubt(question, answers)) continue;
    const said = context.redactor.redact(rejection?.message ?? '', sessionTransport.session.secrets);
    const kind = submission.textKinds.get(id) ?? 0;
    context.refusals.refused(survey.id, question, answers, said, kind);
    if (rejection !== undefined) context.answerHabits?.note(question, answers, false, () => walk.witness());
    if (rejection !== undefined || page.questions.length === 1) {
      context.refusals.judge(question, answers, walk.findings);
    }
    walk.refused = new Map(walk.refused).set(id, kind);
  }
}

function advance(walk: Walk, { page }: Answer, submission: Submission, current: PageVisit): StepResult {
  const { position, context } = walk;
  if (page === null) return failed;
  context.coverage.move('advance', position);
  position.advance(sentOf(submission, current), walk.visit(page));
  return goOn;
}

export const lookAgain: StepResult = { rejected: false, next: { kind: 'look-again' } };

function complete(walk: Walk, submission: Submission, current: PageVisit): StepResult {
  const { position, context } = walk;
  context.coverage.move('complete', position);
  context.coverage.count('statuses', 'survey_complete');
  position.complete(sentOf(submission, current));
  reportCompletion(walk);
  return lookAgain;
}

/** As {@link sendUsual}, where bad luck leaves open whether it was accepted; a double submission goes out twice at once. */
export function sendUnsettled(walk: Walk, kind: BadLuck, mishap: Mishap | null = null): void {
  const { visit } = walk.position;
  if (visit === null) return;
  const submission = walk.answer(visit.page, usualAnswers(walk));
  walk.unsettled = new Unsettled(kind, visit.page, sentOf(submission, visit), walk.context.askedAgain);
  if (kind === 'doubleSubmit') walk.submitTwice(visit.submitPath, submission.body);
  else walk.request('submit-page', visit.submitPath, submission.body, mishap);
}

/** Answers without what was required may be stored in any way. */
function sentOf({ body, missingRequired }: Submission, { page }: PageVisit): Sent {
  const sent = sentFor(page, body);
  return missingRequired.length === 0 ? sent : { ...sent, certain: false };
}
