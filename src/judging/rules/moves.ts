import { ClauseTable } from '../../contract/clause.ts';
import type { EntityId } from '../../contract/entityId.ts';
import type { Findings } from '../findings.ts';
import { answerWords, type Expected, isShut, shown } from '../mismatch.ts';
import { type Answer, isFull, tellsNothing } from '../reading/answer.ts';
import { kindName } from '../reading/questionView.ts';
import { isErrorBody } from '../reading/reading.ts';
import { isSamePage, isShownAgain, pageName, type ShownPage } from '../reading/shownPage.ts';
import { judgePageAgain } from './pageAgain.ts';

export const movesClauses = new ClauseTable()
  .group('states')
  .must('MOVE-BEGIN-01', 'move-begin-page', { probes: ['beginning'] })
  .says('The first take without a session creates one and returns the first page.')
  .broken('The survey does not begin with a page')
  .must('MOVE-ADVANCE-01', 'move-advance', { probes: ['walking'], topic: 'onward' })
  .says('Accepted answers lead to status `success` with the next page.')
  .broken('Submitting a page leads to the wrong page')
  .follows('session')
  .must('MOVE-ADVANCE-02', 'move-advance-accept', { probes: ['walking'], topic: 'valid-refused' })
  .says('Answers that fulfil the page are accepted.')
  .broken('Valid answers are refused')
  .follows('keys', 'question', 'page', 'submit-link', 'position', 'page-link', 'no-questions', 'refused-page')
  .must('MOVE-ADVANCE-03', 'move-advance-meta', { probes: ['walking'], topic: 'final-flag', ofSeveralAnswers: true })
  .says('`isFinalPage` describes the page: where several surveys come to their end, some page is flagged so.')
  .broken('The last page is not marked as the last')
  .follows('page-left')
  .should('MOVE-ADVANCE-04', 'move-advance', { probes: ['durability'], topic: 'skipped' })
  .says('The same answers to a page lead to the same next page.')
  .broken('A page is skipped')
  .why('A survey may show some pages to a part of its respondents, drawn by lot.')
  .follows('position')
  .should('MOVE-ADVANCE-05', 'move-advance-meta', {
    probes: ['walking'],
    topic: 'final-flag',
    ofSeveralAnswers: true,
  })
  .says('A page that was always last is flagged `isFinalPage`.')
  .broken('A page that was always last is not marked as the last')
  .follows('page-left')
  .why('A page that is usually last can lead on: after a text that nobody gave, or other answers on earlier pages.')
  .must('MOVE-ADVANCE-06', 'move-advance-meta', { probes: ['resuming'], topic: 'page-left' })
  .says('`progressPercentage` of an accepted submission describes the next page, not the one that was left.')
  .broken('The progress after a submission is that of the page before')
  .must('MOVE-ADVANCE-07', 'move-advance-meta', { probes: ['walking'], ofSeveralAnswers: true })
  .says(
    '`progressPercentage` describes the page: from the first to the last of four or more it does not stay the same.',
  )
  .broken('The progress is the same on every page')
  .must('MOVE-REJECT-01', 'move-reject', { probes: ['missing-answers'] })
  .says('Answers that fail validation lead to `validation_errors`.')
  .broken('A page without a required answer is accepted')
  .follows('session')
  .must('MOVE-REJECT-02', 'move-reject-page', { probes: ['missing-answers'], topic: 'refused-page' })
  .says('The page re-shown with `validation_errors` is the same page.')
  .broken('Answers are refused with the wrong page')
  .follows('position', 'back')
  .must('MOVE-COMPLETE-01', 'move-complete', { probes: ['walking'], topic: 'onward' })
  .says('An accepted final page leads to `survey_complete`.')
  .broken('The last page does not complete the survey')
  .follows('session')
  .must('MOVE-RESUME-01', 'move-resume', { probes: ['resuming', 'going-back'], topic: 'position' })
  .says('Take with a session returns the page that was shown last.')
  .broken('Returning to the survey shows the wrong page')
  .follows('session')
  .must('MOVE-RESUME-02', 'move-resume', { probes: ['resuming', 'back-too-early', 'other-survey'], topic: 'position' })
  .says('Take with a session does not move the respondent.')
  .broken('Returning to the survey moves the respondent')
  .follows('session')
  .should('MOVE-RESUME-03', 'move-resume', { probes: ['going-back'] })
  .says('Take after going back shows the page gone back to.')
  .why('The current position may be the furthest one.')
  .follows('session', 'back', 'position')
  .must('MOVE-BACK-01', 'move-back', { probes: ['going-back'], topic: 'back' })
  .says('previous-page returns the page before.')
  .broken('Going back shows the wrong page')
  .follows('position', 'onward', 'skipped')
  .must('MOVE-BACK-02', 'move-back-resubmit', { probes: ['going-back'], topic: 'onward' })
  .says('After back, the page before accepts answers and leads on again.')
  .broken('After going back there is no way forward')
  .follows('valid-refused')
  .must('MOVE-BACK-REFUSED-01', 'move-back-refused', { probes: ['back-disallowed'] })
  .says('Where the survey disallows it, previous-page returns `success` and the current page.')
  .broken('A survey without a way back leaves its page')
  .follows('position')
  .must('MOVE-BACK-EARLY-01', 'move-back-early', { probes: ['back-too-early'], topic: 'back-early' })
  .says('previous-page on the first page, nothing submitted, is answered with error 400.')
  .broken('Going back from the first page is not refused')
  .follows('session')
  .sane('MOVE-TERMINAL-01', 'sanity-terminal', { probes: ['walking'] })
  .says('After the survey was completed the session shows no page again.')
  .broken('A completed survey shows a page again')
  .follows('stored-twice');

/** Where a move led, where the answer tells. */
function expectMove(findings: Findings, clause: string, answer: Answer, holds: boolean, expected: Expected): boolean {
  if (!tellsNothing(answer)) return findings.expect(clause, holds, expected, { answer });
  findings.inconclusive(clause, answerWords(answer));
  return false;
}

/** no session → GET take: the first page. A final status, an error or silence is told of elsewhere. */
export function judgeBegin(findings: Findings, answer: Answer): void {
  if (answer.status === '') return;
  const isPage = answer.status === 'success' && answer.page !== null;
  if (isPage || answer.status !== 'validation_errors') findings.pass('MOVE-BEGIN-01');
  else findings.fail('MOVE-BEGIN-01', 'status success with the first page', { answer });
}

/** A submission in a live session, as whoever sent it knows it. */
export interface Submitted {
  readonly answer: Answer;
  /** The page that was answered. */
  readonly page: ShownPage;
  /** Required questions that were left out. */
  readonly missingRequired: readonly EntityId[];
  /**
   * Whether nobody can doubt that the answers are valid: the service accepted them before, or the form leaves no
   * choice. Others it may refuse; what rules a question has is not shown.
   */
  readonly isKnownValid: boolean;
  /** Whether the page that is shown, where it is one, may be the one after: as `AskedAgain` tells. */
  readonly isNext: boolean;
}

/** What of required questions that were left out may decide whether that is told, each in words that go on a sentence. */
export function leftOutFeatures({ questions }: ShownPage, missing: readonly EntityId[]): string[] {
  const kinds = new Set(questions.filter(({ id }) => missing.includes(id)).map(kindName));
  const [first] = questions;
  const which = first !== undefined && missing.includes(first.id) ? 'the first question' : 'only a later question';
  return [
    ...(missing.length > 1 ? ['when several questions are left out'] : []),
    ...(questions.length > 1 && missing.length > 0 ? [`when ${which} of the page is left out`] : []),
    ...[...kinds].map((kind) => `when ${kinds.size === 1 ? 'only ' : ''}${kind} questions are left out`),
    ...(missing.length === 1 ? [`when question ${missing[0]} is left out`] : []),
  ];
}

/** page shown → POST submit-page: accepted, rejected, or complete. */
export function judgeSubmission(findings: Findings, submitted: Submitted): void {
  const { answer, page, missingRequired, isKnownValid, isNext } = submitted;
  const { status, reading, exchange } = answer;
  if (status === 'validation_errors') {
    if (missingRequired.length > 0) {
      findings.ofPart(leftOutFeatures(page, missingRequired));
      findings.pass('MOVE-REJECT-01');
      findings.ofPart(null);
    } else if (isKnownValid && !isAskingMore(answer, page))
      findings.fail('MOVE-ADVANCE-02', 'valid answers accepted', rejectionIn(answer));
    const due = { page, words: `${pageName(page)} again` };
    findings.expect('MOVE-REJECT-02', isShownAgain(answer.page, page), due, { answer, words: pageName(answer.page) });
    // Sent nothing, it has the answers that it had.
    judgeAgain(findings, answer, page, exchange.requestBody === '{}' && page.status === 'success');
    return;
  }
  if (status !== 'success' && status !== 'survey_complete') {
    // A session that is not known any more says nothing of the answers: that is told where sessions are.
    const isRefused = reading.kind === 'standard-error' && exchange.httpStatus < 500 && missingRequired.length === 0;
    if (isRefused && isKnownValid) findings.fail('MOVE-ADVANCE-02', 'valid answers accepted', { answer });
    return;
  }
  if (missingRequired.length > 0) {
    const expected = `validation_errors for question ${missingRequired.join(', ')}`;
    findings.ofPart(leftOutFeatures(page, missingRequired));
    findings.fail('MOVE-REJECT-01', expected, { answer }, 'response.status');
    findings.ofPart(null);
  } else findings.pass('MOVE-ADVANCE-02');
  if (status === 'survey_complete') {
    if (page.isFinal) findings.pass('MOVE-COMPLETE-01');
    return;
  }
  const actual = (): string => `${pageName(answer.page)} again`;
  findings.expect('MOVE-ADVANCE-01', isNext, `the page after ${pageName(page)}`, actual);
  if (page.isFinal) findings.fail('MOVE-COMPLETE-01', 'survey_complete after the final page', { answer });
}

/** What a page shows that is shown again, where it is that page. */
function judgeAgain(findings: Findings, { page }: Answer, before: ShownPage | null, isUnchanged: boolean): void {
  if (page === null || before === null || !isShownAgain(page, before)) return;
  judgePageAgain(findings, page, before, isUnchanged);
}

/** Whether a walk ended, on its final page, with word that the survey lets nobody in. */
export function endsAsClosed({ status }: Answer, page: ShownPage): boolean {
  return page.isFinal === true && isShut(status);
}

/** A survey that lets the next respondent in was not closed to the one before. */
export function judgeClosedAtEnd(findings: Findings, { status }: Answer, next: Answer): void {
  if (next.page?.status !== 'success') return;
  const actual = `${status}, and the next respondent is let in`;
  findings.fail('MOVE-COMPLETE-01', 'survey_complete after the final page', actual, 'response.status');
}

/** Whether a page is rejected for questions alone that its answers have revealed. */
export function isAskingMore({ page: shown }: Answer, page: ShownPage): boolean {
  const rejections = shown?.rejections ?? [];
  const isNew = (questionId: EntityId): boolean =>
    shown?.questions.some(({ id }) => id === questionId) === true &&
    !page.questions.some(({ id }) => id === questionId);
  return rejections.length > 0 && rejections.every(({ questionId }) => isNew(questionId));
}

function rejectionIn({ page }: Answer): string {
  const named = page?.rejections.map(({ questionId, message }) => `question ${questionId} is rejected: ${message}`);
  return shown(named?.join('; ') ?? '');
}

/** any page → GET take with the session: the page shown last. */
export function judgeResume(findings: Findings, answer: Answer, current: ShownPage): boolean {
  judgeAgain(findings, answer, current, false);
  return expectMove(findings, 'MOVE-RESUME-01', answer, isShownAgain(answer.page, current), { page: current });
}

/** The progress on every page of one survey, the final one included, in their order. Whatever it counts, it counts up or down. */
export function judgeProgressMoves(findings: Findings, progress: readonly number[]): void {
  const [first = Number.NaN] = progress;
  if (progress.length < 4 || progress.some((each) => Number.isNaN(each))) return;
  const moves = progress.some((each) => each !== first);
  const actual = `${first} % on all pages, by pages: ${progress.length}`;
  findings.expect('MOVE-ADVANCE-07', moves, 'progress that differs between pages', actual);
}

/**
 * What a submission says of the progress, beside what take says of both pages.
 *
 * @param left what take said of the page that was submitted; @param submitted what the submission said of the next one;
 * @param taken what take says of that.
 */
export function judgeProgress(findings: Findings, left: number, submitted: number, taken: number): void {
  if (left === taken || Number.isNaN(taken)) return;
  const isLagging = submitted === left;
  findings.expect('MOVE-ADVANCE-06', !isLagging, `${taken} %, as take shows it`, {
    ...{ value: submitted, at: 'response.meta.progressPercentage', words: `${submitted} %, as before` },
  });
}

/** GET take, or a call that was refused, does not move the respondent. */
export function judgeUnmoved(findings: Findings, answer: Answer, current: ShownPage | null): boolean {
  judgeAgain(findings, answer, current, current?.status === 'success');
  return expectMove(findings, 'MOVE-RESUME-02', answer, isShownAgain(answer.page, current), { page: current });
}

/** Take after going back. @returns whether it shows the page gone back to */
export function judgeResumeBack(findings: Findings, answer: Answer, before: ShownPage): boolean {
  return expectMove(findings, 'MOVE-RESUME-03', answer, isShownAgain(answer.page, before), { page: before });
}

/** After a look at another survey the respondent is where it was, or begins anew; nothing has carried it on. */
export function judgeNotCarriedOn(findings: Findings, answer: Answer, current: ShownPage | null): void {
  const { page } = answer;
  const isAnew = page === null || page.previousPageUrl === null;
  const holds = isAnew || isShownAgain(page, current);
  const expected = { page: current, words: `${pageName(current)}, or a first page` };
  findings.expect('MOVE-RESUME-02', holds, expected, { answer });
}

/** page n → GET previous-page after a submission, where going back is allowed: page n-1. */
export function judgeBack(findings: Findings, answer: Answer, before: ShownPage): boolean {
  const there = answer.status === 'success' && isShownAgain(answer.page, before);
  judgeAgain(findings, answer, before, false);
  const expected = { page: before, words: `success with ${pageName(before)}, the page before` };
  return expectMove(findings, 'MOVE-BACK-01', answer, there, expected);
}

/**
 * The page before, submitted again as it was: it takes answers. Where it leads now is the survey's.
 *
 * @param isAskedAgain whether the page before asked what the next one asks, too
 */
export function judgeForth(
  findings: Findings,
  answer: Answer,
  [before, left]: readonly [ShownPage, ShownPage],
  isAskedAgain: boolean,
): boolean {
  const onward =
    (answer.status === 'success' && (isAskedAgain || !isSamePage(answer.page, before))) ||
    answer.status === 'survey_complete';
  const wanted = { page: left, words: `success with ${pageName(left)}, as before` };
  // The same answers as before have led here.
  if (onward) judgeAgain(findings, answer, left, true);
  return expectMove(findings, 'MOVE-BACK-02', answer, onward, wanted);
}

/** page n → GET previous-page where the survey disallows it: success and the current page. */
export function judgeBackRefused(findings: Findings, answer: Answer, current: ShownPage): boolean {
  const stays = answer.status === 'success' && isShownAgain(answer.page, current);
  const expected = { page: current, words: `success with ${pageName(current)}, the current page` };
  judgeAgain(findings, answer, current, current.status === 'success');
  return expectMove(findings, 'MOVE-BACK-REFUSED-01', answer, stays, expected);
}

/** first page, nothing submitted → GET previous-page: error 400. */
export function judgeBackEarly(findings: Findings, answer: Answer): boolean {
  const isRefused = isErrorBody(answer.reading) && answer.exchange.httpStatus < 500;
  if (isFull(answer)) return false;
  return findings.expect('MOVE-BACK-EARLY-01', isRefused, { httpStatus: 400, words: 'error 400' }, { answer });
}

/**
 * After completion the session shows no page.
 *
 * @param isAnew whether a take set another session: its respondent has not finished.
 */
export function judgeAfterEnd(findings: Findings, answer: Answer, isAnew: boolean): void {
  const holds = answer.page === null || isAnew;
  findings.expect('MOVE-TERMINAL-01', holds, 'no page in a session that has completed the survey', { answer });
}

/** Over many walks: a page that was last each time was flagged each time, unless other answers lead on from it. */
export function judgeFlagged(findings: Findings, page: string, completed: number, flagged: number): void {
  const expected = 'isFinalPage true on a page that was last each time';
  const actual = `page ${page} was last ${completed} times, flagged final ${flagged} times`;
  findings.expect('MOVE-ADVANCE-05', flagged === completed, expected, actual);
}

/** Over surveys that were completed often: not every page of all of them can lead on. */
export function judgeSomeFlagged(findings: Findings, flagged: number, surveys: number): void {
  const actual = `${surveys} surveys were completed, and no page was flagged final`;
  findings.expect('MOVE-ADVANCE-03', flagged > 0, 'isFinalPage true on some page', actual);
}

/**
 * The same answers lead to the same page, over many walks.
 *
 * @param isSkipped whether the page that came now usually comes after the one that was due.
 */
export function judgeWay(findings: Findings, due: string, came: string, isSkipped: boolean): void {
  const words = `the page with question ${due}, as after the same answers before`;
  const actual = `the page with question ${came}, which comes after it`;
  findings.expect('MOVE-ADVANCE-04', !isSkipped, { page: { identity: due }, words }, actual);
}

/** Back twice, from the third page on: page 2, then page 1. */
export function judgeBackTwice(
  findings: Findings,
  [once, twice]: readonly [Answer, Answer],
  [second, first]: readonly [ShownPage, ShownPage],
): boolean {
  const holds = isShownAgain(once.page, second) && isShownAgain(twice.page, first);
  const actual = (): string => `${pageName(once.page)}, then ${pageName(twice.page)}`;
  // The answer that is looked at is that to the second step back.
  const expected = { page: first, words: `${pageName(second)}, then ${pageName(first)}` };
  return findings.expect('MOVE-BACK-01', holds, expected, actual);
}
