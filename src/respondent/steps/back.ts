import type { Answer } from '../../judging/reading/answer.ts';
import { isErrorBody } from '../../judging/reading/reading.ts';
import { judgeBack, judgeBackEarly, judgeBackRefused } from '../../judging/rules/moves.ts';
import { judgeFirstPage } from '../../judging/rules/page.ts';
import { judgeBackOnFirst, judgeEarly, judgeNoErrors, judgeSelected } from '../../judging/rules/previousPage.ts';
import type { PageVisit } from '../position/position.ts';
import type { Walk } from '../walk/walk.ts';
import {
  checkUnexpectedResponse,
  countError,
  failed,
  goOn,
  isRejected,
  rejectedAsExpected,
  type Step,
  type StepResult,
} from './step.ts';

function send(walk: Walk): void {
  walk.request('previous-page', walk.survey.paths.previous, null);
}

/** GET previous-page after a submission: the page before with its answers marked, or, where disallowed, the current one. */
export const back: Step = {
  intent: 'walk',
  send,
  check(walk, answer) {
    const { visit: current, visitBefore: before } = walk.position;
    if (current === null) return checkUnexpectedResponse(walk, answer);
    if (before === null) return checkBackOnFirst(walk, current, answer);
    if (answer.page === null || answer.status !== 'success') {
      const is400 = isErrorBody(answer.reading) && answer.exchange.httpStatus === 400;
      // An error, or a completion that never was: neither is what going back may come to.
      if (is400 || answer.status === 'survey_complete') judgeMove(walk, answer, current, before);
      return checkUnexpectedResponse(walk, answer);
    }
    return judgeMove(walk, answer, current, before);
  },
};

/** Where the profile does not say whether the survey allows going back, what the service does shows it. */
function judgeMove(walk: Walk, answer: Answer, current: PageVisit, before: PageVisit): StepResult {
  const { noBack } = walk.survey;
  const stays = walk.context.askedAgain.isSame(answer.page, current.page);
  if (noBack === 'yes' || (noBack === 'unknown' && stays)) return checkRefusal(walk, answer, current);
  return checkBack(walk, answer, before);
}

function checkRefusal(walk: Walk, answer: Answer, current: PageVisit): StepResult {
  const { findings, position, context } = walk;
  if (!judgeBackRefused(findings, answer, current.page) || answer.page === null) return failed;
  context.coverage.move('back-refused', position);
  position.replace(walk.visit(answer.page));
  return goOn;
}

function checkBack(walk: Walk, answer: Answer, before: PageVisit): StepResult {
  const { findings, position, context } = walk;
  const { page } = answer;
  if (!judgeBack(findings, answer, before.page) || page === null) return failed;
  judgeNoErrors(findings, page, before.page);
  context.coverage.move('back', position);
  if (before.body !== null && !context.askedAgain.has(page)) judgeSelected(findings, page, JSON.parse(before.body));
  position.back(walk.visit(page));
  if (position.isOnFirst) judgeBackOnFirst(findings, page);
  else judgeFirstPage(findings, page, false);
  return goOn;
}

/** Back on the first page after a submission: whether it stays or is refused is not shown. */
function checkBackOnFirst(walk: Walk, current: PageVisit, answer: Answer): StepResult {
  const { findings, position } = walk;
  const { page } = answer;
  if (isRejected(answer)) {
    findings.observe('Q-PREVIOUS-FIRST-AFTER-BACK', 'error-400');
    countError(walk, answer);
    return rejectedAsExpected;
  }
  if (answer.status !== 'success' || page === null) return checkUnexpectedResponse(walk, answer);
  findings.observe('Q-PREVIOUS-FIRST-AFTER-BACK', 'same-page');
  if (!judgeBack(findings, answer, current.page)) return failed;
  position.replace(walk.visit(page));
  return goOn;
}

/** GET previous-page on the first page, nothing submitted: error 400 (service.md#move-back-early). */
export const backTooEarly: Step = {
  intent: 'invalid',
  send,
  check(walk, answer) {
    const { findings, position, context, survey } = walk;
    const { visit: current } = position;
    // Both rows of the table apply where going back is disallowed.
    if (answer.status === 'success' && current !== null && survey.noBack !== 'no') {
      return checkRefusal(walk, answer, current);
    }
    const isUsable = answer.status !== '' || isErrorBody(answer.reading);
    if (!isUsable || !judgeBackEarly(findings, answer)) return checkUnexpectedResponse(walk, answer);
    judgeEarly(findings, answer);
    context.coverage.move('back-too-early', position);
    countError(walk, answer);
    return rejectedAsExpected;
  },
};
