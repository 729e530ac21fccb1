import { describe, expect, test } from 'vitest';
import { isShownAgain } from '../../../src/judging/reading/shownPage.ts';
import { judgeNotCarriedOn, judgeProgress, judgeResume, judgeSubmission } from '../../../src/judging/rules/moves.ts';
import { judgeLeftOut } from '../../../src/judging/rules/submitPage.ts';
import { judgeCookies, judgeNewSession, judgeOwnPages } from '../../../src/judging/rules/take.ts';
import { answerOf, failing } from '../../support/judging.ts';

const path = '/surveys/1001/submit-page';

function question(id: number): object {
  const formParam = { paramPrefix: 'u', paramIdType: 'questionId' };
  const answers = [{ id: id * 10, text: 'Yes', selected: false }];
  return { html: '', json: JSON.stringify({ id, type: 'U', text: 'Why?', answers, formParam }) };
}

function pageAnswer(ids: readonly number[], rejected: readonly number[] = []) {
  const status = rejected.length > 0 ? 'validation_errors' : 'success';
  const validationErrors = rejected.map((questionId) => ({ questionId, message: 'Missing.', answerErrors: null }));
  return answerOf('submit-page', path, { response: { status, questions: ids.map(question), validationErrors } });
}

function page(ids: readonly number[]) {
  const { page: shown } = pageAnswer(ids);
  if (shown === null) throw new Error('no page');
  return shown;
}

test('a page is shown again with questions revealed or hidden, and as no other page', () => {
  expect(isShownAgain(page([1, 2]), page([1]))).toBe(true);
  expect(isShownAgain(page([1]), page([2, 1]))).toBe(true);
  expect(isShownAgain(page([1]), page([2]))).toBe(false);
  expect(isShownAgain(page([1, 2]), page([3]))).toBe(false);
  expect(isShownAgain(page([]), page([1]))).toBe(false);
  expect(isShownAgain(null, null)).toBe(false);
});

describe('answers that are known to be valid', () => {
  const submitted = (answer: ReturnType<typeof pageAnswer>) =>
    failing((findings) =>
      judgeSubmission(findings, { answer, page: page([1]), missingRequired: [], isKnownValid: true, isNext: true }),
    );

  test('may reveal a question', () => expect(submitted(pageAnswer([1, 2], [2]))).toEqual([]));
  test('are not refused', () => {
    expect(submitted(pageAnswer([1], [1]))).toEqual(['MOVE-ADVANCE-02']);
    expect(submitted(pageAnswer([1, 2], [1, 2]))).toEqual(['MOVE-ADVANCE-02']);
    expect(submitted(pageAnswer([2], [2]))).toEqual(['MOVE-REJECT-02']);
  });
});

test('take leads to the page with its revealed question, not to another page', () => {
  expect(failing((findings) => void judgeResume(findings, pageAnswer([1, 2]), page([1])))).toEqual([]);
  expect(failing((findings) => void judgeResume(findings, pageAnswer([2]), page([1])))).toEqual(['MOVE-RESUME-01']);
});

test('a submission tells the progress of the page that it shows', () => {
  const told = (left: number, submitted: number, taken: number) =>
    failing((findings) => judgeProgress(findings, left, submitted, taken));
  expect(told(20, 20, 40)).toEqual(['MOVE-ADVANCE-06']);
  expect(told(20, 40, 40)).toEqual([]);
  // However it is counted, it moved on.
  expect(told(20, 35, 40)).toEqual([]);
  expect(told(0, 0, 0)).toEqual([]);
  expect(told(Number.NaN, Number.NaN, Number.NaN)).toEqual([]);
});

test('an empty body may be an error, answers that lack one may not', () => {
  const error = { response: { error: { id: '1000', httpStatusCode: 400 } } };
  const sent = (requestBody: string) => {
    const answer = answerOf('submit-page', path, error, 400);
    const leftOut = { page: page([1]), missing: [1], isRestKnownValid: true };
    const exchange = { ...answer.exchange, requestBody };
    return failing((findings) => judgeLeftOut(findings, { answer: { ...answer, exchange }, ...leftOut }));
  };
  expect(sent('{}')).toEqual([]);
  expect(sent('{"u_2":"20"}')).toEqual(['SUBMIT-VALIDATION-08']);
});

test('a second respondent who moves with the first one shares its session; another first page is drawn by lot', () => {
  const begun = (ids: readonly number[], isMoved: boolean) =>
    failing((findings) => judgeNewSession(findings, pageAnswer(ids), page([1]), isMoved));
  expect(begun([1], false)).toEqual([]);
  expect(begun([2], false)).toEqual([]);
  expect(begun([2], true)).toEqual(['TAKE-NEW-01']);
});

test('an age and a path in quotes are none, as clients take them', () => {
  expect(cookies('"A1.node1"', '"A1.node1"; Version=1; Path="/"; Max-Age="3600"; Discard')).toEqual([]);
  expect(cookies('A1', 'A1; Path=/; Max-Age=0')).toEqual(['TAKE-COOKIE-04']);
  expect(cookies('A1', 'A1; Path=/; Max-Age=-1')).toEqual(['TAKE-COOKIE-04']);
});

test('a cookie of that name that is cleared beside the session cookie is not judged', () => {
  const cleared = 'deleted; Path=/legacy; Max-Age=0';
  expect(cookies('A1', 'A1; Path=/', cleared)).toEqual([]);
  expect(cookies('A1', 'A1; Path=/legacy', cleared)).toEqual(['TAKE-COOKIE-04']);
  expect(cookies(null, cleared)).toEqual(['TAKE-COOKIE-04']);
});

/** What is wrong with cookies of that name. @param taken the value that the session took over */
function cookies(taken: string | null, ...values: readonly string[]) {
  const host = { hostname: 'localhost', isTls: false, basePath: '' };
  const answer = answerOf('take', '/surveys/1001/take', { response: { status: 'success' } });
  const headers = values.flatMap((value) => ['set-cookie', `JSESSIONID=${value}; HttpOnly`]);
  const exchange = { ...answer.exchange, headers };
  return failing((findings) => judgeCookies(findings, { ...answer, exchange }, taken, host));
}

describe('the session of another survey', () => {
  const shown = (ids: readonly number[], own: readonly number[]): readonly string[] =>
    failing((findings) => judgeOwnPages(findings, pageAnswer(ids), new Set(own), [page([1]), page([2])]));

  test('shows pages of the survey that is taken', () => {
    expect(shown([8], [7, 8])).toEqual([]);
    expect(shown([2], [7, 2])).toEqual([]);
    expect(shown([2], [7, 8])).toEqual(['TAKE-SURVEY-01']);
  });

  test('is where it was, or anew', () => {
    const carriedOn = (previousPageUrl: string | null, ids: readonly number[]) => {
      const response = { status: 'success', questions: ids.map(question), navigation: { previousPageUrl } };
      const answer = answerOf('take', '/surveys/1001/take', { response });
      return failing((findings) => judgeNotCarriedOn(findings, answer, page([2])));
    };
    expect(carriedOn('/back', [2])).toEqual([]);
    expect(carriedOn(null, [1])).toEqual([]);
    expect(carriedOn('/back', [3])).toEqual(['MOVE-RESUME-02']);
  });
});
