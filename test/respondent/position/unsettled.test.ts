import { expect, test } from 'vitest';
import { AskedAgain } from '../../../src/judging/reading/askedAgain.ts';
import { Unsettled } from '../../../src/respondent/position/unsettled.ts';
import { pageAnswer, rejectedAnswer, shownIn, statusAnswer } from '../../judging/sampleAnswers.ts';

const lost = { ...statusAnswer('', 'submit-page'), reading: { kind: 'cancelled', failure: 'cancelled' } } as const;
const left = shownIn(pageAnswer([1]));
const unsettled = () => new Unsettled('lostConnection', left, { body: '{}', certain: true }, new AskedAgain());

test('a submission whose answer was lost may have ended the survey, even when it cannot be under way any more', () => {
  const state = unsettled();
  expect(state.isUnfinished).toBe(true);
  state.hear(lost);
  expect(state.isUnfinished).toBe(false);
  state.mayArrive = false;
  expect(state.isUnfinished).toBe(false);
});

test('of other pages that answers show each is kept once, and the page itself is none', () => {
  const state = unsettled();
  for (const answer of [rejectedAnswer([1], [1]), pageAnswer([2]), pageAnswer([2])]) state.hear(answer);
  expect(state.shown.map(({ identity }) => identity)).toEqual(['2']);
});

test('an answer that shows the next page says that the survey goes on, and one that ends it that it does not', () => {
  const goesOn = unsettled();
  goesOn.hear(lost);
  goesOn.hear(pageAnswer([2]));
  expect(goesOn.isUnfinished).toBe(true);
  const over = unsettled();
  over.hear(statusAnswer('survey_complete', 'submit-page'));
  expect([over.isUnfinished, over.isCompleted]).toEqual([false, true]);
});
