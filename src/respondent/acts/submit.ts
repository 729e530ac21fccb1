import type { Exchange } from '../../result/exchange.ts';
import { judgeUnmarked } from '../invariants/selected.ts';
import { judgeRejection } from '../invariants/validation.ts';
import { pageInWords, samePage, type Visit } from '../model/visit.ts';
import { reportCompletion, reportIndeterminate } from '../walk/completion.ts';
import { judgeFirst, visitPage } from '../walk/judgeAnswer.ts';
import type { Reading } from '../walk/reading.ts';
import type { Respondent } from '../walk/respondent.ts';
import type { Submission } from '../walk/submission.ts';
import type { Act } from './act.ts';
import { judgeOther } from './judgeOther.ts';

/** A walk gives up on a page whose whole answers the service has rejected this often. */
const maxRefusals = 4;

/** POST submit-page with answers that fulfil the page. */
export const submit: Act = {
  intent: 'walk',
  ask(walk) {
    // Whether an answer that is given once and left out the next time stays, is not shown: a page that was answered
    // before is answered whole.
    const answeredBefore = walk.position.page?.body !== null;
    sendAnswers(walk, walk.wasRejected || answeredBefore ? 'complete' : 'usual');
  },
  judge: judgeSubmission,
};

/** POST submit-page without a question that is known to be required; a usual one where the page has none. */
export const submitInvalid: Act = {
  intent: 'invalid',
  ask(walk) {
    sendAnswers(walk, 'spoiled');
  },
  judge: judgeSubmission,
};

/** Answers the current page and sends it to the path that the page names. */
export function sendAnswers(walk: Respondent, how: 'complete' | 'usual' | 'spoiled'): void {
  const page = walk.position.page;
  if (page === null) return;
  const submission = walk.answer(page.plans, how);
  walk.send('submit-page', page.submitPath ?? walk.survey.paths.submit, submission.body);
}

/** Judges what a submission in a live session is answered with. */
export function judgeSubmission(walk: Respondent, exchange: Exchange, reading: Reading): boolean {
  const current = walk.position.page;
  const submission = walk.submission;
  if (current === null || submission === null) return false;
  const { judge, coverage } = walk.context;
  if (reading.kind === 'validation') {
    const page = visitPage(walk, reading.body);
    coverage.move('reject', walk.position);
    judgeRejection(reading.body, page.plans, current.plans, submission, exchange, judge, walk);
    judgeFirst(walk, page, current.first);
    if (samePage(page.plans, current.plans)) walk.position.replace(page);
    walk.wasRejected = true;
    const isExpected = submission.owed.length > 0 || submission.omitted.length > 0;
    if (!isExpected && ++walk.refusals >= maxRefusals) walk.end('failed', '');
    else walk.thinkOn();
    return isExpected;
  }
  const accepted = reading.kind === 'success' || (reading.kind === 'noPage' && reading.status === 'survey_complete');
  if (accepted) judgeAcceptance(walk, submission.owed);
  if (reading.kind === 'success') {
    const page = visitPage(walk, reading.body);
    judgeUnmarked(page.plans, judge, walk);
    if (samePage(page.plans, current.plans)) {
      judge.fail('MOVE-ADVANCE-01', 'the next page', `${pageInWords(page.plans)} again`, walk);
      walk.end('failed', '');
      return false;
    }
    judge.pass('MOVE-ADVANCE-01');
    judge.pass('TAKE-COOKIE-03');
    if (current.final)
      judge.fail('MOVE-COMPLETE-01', '`survey_complete` after the final page', pageInWords(page.plans), walk);
    if (walk.survey.noBack !== 'yes') judgeFirst(walk, page, false);
    judge.observe('Q-SUBMIT-HTTP', String(exchange.httpStatus), exchange, walk);
    coverage.move('advance', walk.position);
    walk.position.advance(submission.body, isCertain(submission, current), page);
    walk.thinkOn();
    return false;
  }
  if (reading.kind === 'noPage' && reading.status === 'survey_complete') {
    complete(walk, exchange, reading.body.response.redirectUrl, submission, current);
    return false;
  }
  if (reading.kind === 'noPage' && reading.status === 'already_completed') {
    judge.fail('STATUS-COMPLETED-01', 'this status only after the survey was finished', reading.status, walk);
  }
  if (reading.kind === 'none' && current.final) reportIndeterminate(walk, submission.body);
  if (
    submission.owed.length > 0 &&
    exchange.httpStatus < 500 &&
    (reading.kind === 'standardError' || reading.kind === 'sessionError')
  ) {
    judge.fail('SUBMIT-VALIDATION-08', 'a page with `validation_errors`', reading.kind, walk);
  }
  judgeOther(walk, exchange, reading);
  return false;
}

function judgeAcceptance(walk: Respondent, owed: readonly number[]): void {
  const { judge } = walk.context;
  if (owed.length > 0) {
    const expected = `\`validation_errors\` for question ${owed.join(', ')}`;
    judge.fail('MOVE-REJECT-01', expected, 'the page is accepted', walk);
    judge.fail('SUBMIT-VALIDATION-01', expected, 'the page is accepted', walk);
  } else judge.pass('MOVE-ADVANCE-02');
  if (walk.wasRejected) judge.pass('SUBMIT-VALIDATION-06');
  walk.wasRejected = false;
  walk.refusals = 0;
  judge.pass('SUBMIT-URL-01');
}

function complete(
  walk: Respondent,
  exchange: Exchange,
  redirectUrl: string | null | undefined,
  submission: Submission,
  current: Visit,
): void {
  const { judge, coverage } = walk.context;
  judge.passGroup('noPage');
  judge.pass('SUBMIT-COMPLETE-SHAPE-01');
  if (current.final) judge.pass('MOVE-COMPLETE-01');
  const answer = redirectUrl === null ? 'null' : 'present';
  judge.observe('Q-COMPLETE-REDIRECT', redirectUrl === undefined ? 'absent' : answer, exchange, walk);
  coverage.move('complete', walk.position);
  coverage.statuses.survey_complete++;
  walk.position.complete(submission.body, isCertain(submission, current));
  reportCompletion(walk);
  walk.lookAfterEnd();
}

/** Spoiled answers, and guesses at an unknown form, may be stored in any way. */
function isCertain({ owed }: Submission, { plans }: Visit): boolean {
  return owed.length === 0 && plans.every(({ form }) => form.kind !== 'unknown');
}
