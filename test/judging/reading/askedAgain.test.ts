import { describe, expect, test } from 'vitest';
import { AskedAgain } from '../../../src/judging/reading/askedAgain.ts';
import { pageAnswer, shownIn } from '../sampleAnswers.ts';

const page = (...ids: readonly number[]) => shownIn(pageAnswer(ids));
const left = { ...page(1, 2), progress: 20, previousPageUrl: null };

describe('after an accepted submission', () => {
  test('other questions are the next page, and no page is none', () => {
    expect(new AskedAgain().isNext(page(3), left, 1000)).toBe(true);
    expect(new AskedAgain().isNext(null, left, 1)).toBe(false);
  });

  test.each([
    ['further on', { progress: 40 }],
    ['on the last page', { isFinal: !left.isFinal }],
    ['no more on the first page', { previousPageUrl: '/previous-page' }],
    ['in other words', { questions: left.questions.map((each) => ({ ...each, text: 'The other brand?' })) }],
  ])('the same questions, %s, are the next page however often', (_, other) => {
    expect(new AskedAgain().isNext({ ...left, ...other }, left, 1000)).toBe(true);
  });

  test('what is the same in all is the next page for a while, longer where others came beyond it', () => {
    const again = new AskedAgain();
    const nextUpTo = () => Array.from({ length: 100 }, (_, at) => again.isNext(left, left, at + 1)).indexOf(false) + 1;
    const alone = nextUpTo();
    expect(alone).toBeGreaterThan(2);
    expect(alone).toBeLessThan(10);
    again.isNext(page(3), left, 1);
    expect(nextUpTo()).toBeGreaterThan(alone);
  });
});

test('pages that are asked again are one only in the same place', () => {
  const again = new AskedAgain();
  const further = { ...left, progress: 40 };
  expect([again.has(left), again.isSame(left, further)]).toEqual([false, true]);
  again.isNext(further, left, 1);
  expect([again.has(left), again.isSame(left, further), again.isSame(left, left)]).toEqual([true, false, true]);
  expect([again.isSame(page(3), page(4)), again.isSame(null, left), again.isSame(null, null)]).not.toContain(true);
});

test('where some pages come again, any page may that nobody has come beyond', () => {
  const again = new AskedAgain();
  expect(again.mayBeNext(left)).toBe(false);
  again.isNext(page(8), page(7), 1);
  expect(again.mayBeNext(left)).toBe(false);
  again.isNext(page(9), page(9), 1);
  expect([left, page(9), page(7)].map((each) => again.mayBeNext(each))).toEqual([true, true, false]);
});
