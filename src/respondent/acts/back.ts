import { sessionErrors } from '../../contract/serviceErrors.ts';
import type { Exchange } from '../../result/exchange.ts';
import { judgeSessionError, judgeStandardError } from '../invariants/errors.ts';
import { shown } from '../invariants/judge.ts';
import { judgeSelected, observeTexts } from '../invariants/selected.ts';
import { pageInWords, samePage, type Visit } from '../model/visit.ts';
import { judgeFirst, visitPage } from '../walk/judgeAnswer.ts';
import type { Reading } from '../walk/reading.ts';
import type { Respondent } from '../walk/respondent.ts';
import type { Act } from './act.ts';
import { judgeOther } from './judgeOther.ts';

function ask(walk: Respondent): void {
  walk.send('previous-page', walk.survey.paths.previous, null);
}

/** GET previous-page after a submission: the page before with its answers marked, or, where disallowed, the current one. */
export const back: Act = {
  intent: 'walk',
  ask,
  judge(walk, exchange, reading) {
    const { page: current, pageBefore } = walk.position;
    if (current !== null && pageBefore === null) return judgeBackOnFirst(walk, current, exchange, reading);
    const { judge } = walk.context;
    if (reading.kind !== 'success' || current === null || pageBefore === null) {
      judgeNoBack(walk, exchange, reading);
      return false;
    }
    const page = visitPage(walk, reading.body);
    if (exchange.httpStatus === 200) judge.pass('PREVIOUS-HTTP-01');
    else judge.fail('PREVIOUS-HTTP-01', 'HTTP 200', `HTTP ${exchange.httpStatus}`, walk);
    if (walk.survey.noBack === 'yes') judgeRefusal(walk, current, page);
    else if (walk.survey.noBack === 'unknown' && samePage(page.plans, current.plans)) judgeRefusal(walk, current, page);
    else judgeBack(walk, pageBefore, page, reading.body.response.questions, exchange);
    return false;
  },
};

/** An error, or a completion that never was: neither is what going back may come to. */
function judgeNoBack(walk: Respondent, exchange: Exchange, reading: Reading): void {
  const isError = reading.kind === 'standardError' && reading.body.response.error.httpStatusCode === 400;
  const isComplete = reading.kind === 'noPage' && reading.status === 'survey_complete';
  if (isError || isComplete || (reading.kind === 'sessionError' && exchange.httpStatus === 400)) {
    const clause = walk.survey.noBack === 'yes' ? 'MOVE-BACK-REFUSED-01' : 'MOVE-BACK-01';
    const actual = isComplete ? 'survey_complete' : `HTTP ${exchange.httpStatus}, ${reading.kind}`;
    walk.context.judge.fail(clause, 'a page', actual, walk);
  }
  judgeOther(walk, exchange, reading);
}

function judgeRefusal(walk: Respondent, current: Visit, page: Visit): void {
  const { judge, coverage } = walk.context;
  if (!samePage(page.plans, current.plans)) {
    judge.fail('MOVE-BACK-REFUSED-01', pageInWords(current.plans), pageInWords(page.plans), walk);
    walk.end('failed', '');
    return;
  }
  judge.pass('MOVE-BACK-REFUSED-01');
  coverage.move('back-refused', walk.position);
  walk.position.replace(page);
  walk.thinkOn();
}

function judgeBack(
  walk: Respondent,
  before: Visit,
  page: Visit,
  questions: readonly { readonly html: string; readonly json: string }[],
  exchange: Exchange,
): void {
  const { judge, coverage } = walk.context;
  if (!samePage(page.plans, before.plans)) {
    judge.fail('MOVE-BACK-01', pageInWords(before.plans), pageInWords(page.plans), walk);
    walk.end('failed', '');
    return;
  }
  judge.pass('MOVE-BACK-01');
  coverage.move('back', walk.position);
  if (before.body !== null) {
    judgeSelected(page.plans, before.body, judge, walk);
    observeTexts(page.plans, before.body, walk.token, questions, exchange, judge, walk);
  }
  if (before.first) judge.check(page.first, 'PREVIOUS-FIRST-01', 'null on the first page', 'a path', walk);
  else judgeFirst(walk, page, false);
  walk.position.back(page);
  walk.thinkOn();
}

/** Back on the first page after a submission: whether it stays or is refused is not shown. */
function judgeBackOnFirst(walk: Respondent, current: Visit, exchange: Exchange, reading: Reading): boolean {
  const { judge, coverage } = walk.context;
  if (reading.kind === 'sessionError' || reading.kind === 'standardError') {
    judge.observe('Q-PREVIOUS-FIRST-AFTER-BACK', 'error-400', exchange, walk);
    if (reading.kind === 'sessionError') judgeSessionError(reading.body, judge, walk);
    else judgeStandardError(reading.body, exchange.httpStatus, judge, coverage, walk);
    walk.thinkOn();
    return true;
  }
  if (reading.kind !== 'success') {
    judgeOther(walk, exchange, reading);
    return false;
  }
  const page = visitPage(walk, reading.body);
  judge.observe('Q-PREVIOUS-FIRST-AFTER-BACK', 'same-page', exchange, walk);
  if (samePage(page.plans, current.plans)) {
    walk.position.replace(page);
    walk.thinkOn();
    return false;
  }
  judge.fail('MOVE-BACK-01', pageInWords(current.plans), pageInWords(page.plans), walk);
  walk.end('failed', '');
  return false;
}

/** GET previous-page on the first page, nothing submitted: error 400 (document, moves and Errors). */
export const backTooEarly: Act = {
  intent: 'invalid',
  ask,
  judge(walk, exchange, reading) {
    const { judge, coverage } = walk.context;
    if (reading.kind !== 'sessionError' && reading.kind !== 'standardError') {
      if (reading.kind === 'success' && walk.survey.noBack !== 'no')
        return judgeRefusedEarly(walk, visitPage(walk, reading.body));
      if (reading.kind === 'success') judge.fail('MOVE-BACK-EARLY-01', 'error 400', 'a page', walk);
      judgeOther(walk, exchange, reading);
      return false;
    }
    coverage.move('back-too-early', walk.position);
    judge.pass('MOVE-BACK-EARLY-01');
    const is400 = exchange.httpStatus === 400;
    judge.check(is400, 'PREVIOUS-EARLY-01', 'HTTP 400', `HTTP ${exchange.httpStatus}`, walk);
    judge.pass('PREVIOUS-EARLY-02');
    if (reading.kind === 'sessionError') {
      judgeSessionError(reading.body, judge, walk);
      coverage.errors['1002']++;
      const { message } = reading.body.error;
      const expected = sessionErrors.noPreviousPage;
      judge.check(message === expected, 'PREVIOUS-EARLY-03', expected, shown(message), walk);
    } else judgeStandardError(reading.body, exchange.httpStatus, judge, coverage, walk);
    const shape = reading.kind === 'sessionError' ? 'session-error' : 'standard';
    judge.observe('Q-PREVIOUS-400-SHAPE', shape, exchange, walk);
    walk.thinkOn();
    return true;
  },
};

/** Both rows of the table apply: going back is disallowed, and nothing was submitted. */
function judgeRefusedEarly(walk: Respondent, page: Visit): boolean {
  const current = walk.position.page;
  if (current !== null) judgeRefusal(walk, current, page);
  return false;
}
