import { describe, expect, test } from 'vitest';
import { judgePageAgain } from '../../../src/judging/rules/pageAgain.ts';
import { judgeKeptOut } from '../../../src/judging/rules/surveyStatuses.ts';
import { answerOf, failing } from '../../support/judging.ts';

const labels = { 1: 'Red', 2: 'Green', 3: 'Blue' };

function answer(
  text: string,
  texts: Readonly<Record<number, string>>,
  isFinalPage = false,
  status = 'success',
  type = 'U',
) {
  const answers = Object.entries(texts).map(([id, label]) => ({ id: Number(id), text: label }));
  const formParam = { paramPrefix: 'u', paramIdType: 'questionId' };
  const questions = [{ html: '', json: JSON.stringify({ id: 7, type, text, answers, formParam }) }];
  return answerOf('take', '/surveys/1001/take', { response: { status, meta: { isFinalPage }, questions } });
}

function judged(again: ReturnType<typeof answer>, isUnchanged: boolean) {
  const { page: before } = answer('Which one?', labels);
  const { page } = again;
  if (page === null || before === null) throw new Error('no page');
  return failing((findings) => judgePageAgain(findings, page, before, isUnchanged));
}

describe('a page that is shown again', () => {
  test.each([
    ['itself', answer('Which one?', labels)],
    ['other markup and spaces', answer('<b id="x7">Which</b> one? ', labels)],
    ['a count', answer('Which one? 2', labels)],
  ])('may have %s', (_, again) => expect(judged(again, true)).toEqual([]));

  test.each([
    ['texts exchanged', answer('Which one?', { 1: 'Green', 2: 'Red', 3: 'Blue' }), ['PAGE-AGAIN-01', 'PAGE-AGAIN-02']],
    ['other words', answer('Which, dear Anna?', labels), ['PAGE-AGAIN-02']],
    ['an answer less', answer('Which one?', { 1: 'Red', 2: 'Green' }), ['PAGE-AGAIN-02']],
    ['another flag', answer('Which one?', labels, true), []],
    ['another type', answer('Which one?', labels, false, 'success', 'X'), ['PAGE-AGAIN-02']],
  ])('after answers or going back, %s', (_, again, clauses) => {
    expect(judged(again, false)).toEqual(clauses);
  });

  test.each([
    ['other words, as they may be drawn', answer('Which, dear Anna?', labels), ['PAGE-AGAIN-02']],
    ['no words', answer('', labels), ['PAGE-AGAIN-01', 'PAGE-AGAIN-02']],
    ['an answer without its words', answer('Which one?', { ...labels, 2: '' }), ['PAGE-AGAIN-01', 'PAGE-AGAIN-02']],
    ['another flag', answer('Which one?', labels, true), ['PAGE-AGAIN-01']],
  ])('by take twice, %s', (_, again, clauses) => expect(judged(again, true)).toEqual(clauses));
});

test('a closed survey shows no page to a submission; one behind a password may after a while', () => {
  const page = answer('Which one?', labels);
  expect(failing((findings) => judgeKeptOut(findings, page, 'closed'))).toEqual(['STATUS-CLOSED-01']);
  expect(failing((findings) => judgeKeptOut(findings, page, 'passwordGate'))).toEqual([]);
  const back = { ...page, exchange: { ...page.exchange, endpoint: 'previous-page' } } as const;
  expect(failing((findings) => judgeKeptOut(findings, back, 'passwordGate'))).toEqual(['STATUS-AUTHENTICATION-01']);
  expect(failing((findings) => judgeKeptOut(findings, back, 'redirect'))).toEqual(['STATUS-GATE-01']);
  const complete = answerOf('submit-page', '/surveys/1001/submit-page', { response: { status: 'survey_complete' } });
  expect(failing((findings) => judgeKeptOut(findings, complete, 'quotaFull'))).toEqual(['STATUS-QUOTA-01']);
  expect(failing((findings) => judgeKeptOut(findings, complete, 'optOut'))).toEqual(['STATUS-OPT-OUT-01']);
  expect(failing((findings) => judgeKeptOut(findings, complete, 'multiLanguage'))).toEqual(['STATUS-GATE-01']);
});
