import { expect, test } from 'vitest';
import { judgeDatesBetween, judgeHalf, judgeTwelve } from '../../../src/judging/rules/dates.ts';
import { failing } from '../../support/judging.ts';

test('dates that are refused between dates that are taken break their key', () => {
  const judged = (isTaken: boolean) => failing((findings) => judgeDatesBetween(findings, 'dates in December', isTaken));
  expect(judged(true)).toEqual([]);
  expect(judged(false)).toEqual(['KEYS-DATE-02']);
});

test('12 that is refused while every other hour is taken breaks the key of times', () => {
  expect(failing((findings) => judgeTwelve(findings, 'PM', true))).toEqual([]);
  expect(failing((findings) => judgeTwelve(findings, 'AM', false))).toEqual(['KEYS-TIME-03']);
});

test('a half of the day that is refused while all of the other is taken breaks the key of times', () => {
  expect(failing((findings) => judgeHalf(findings, 'PM', true))).toEqual([]);
  expect(failing((findings) => judgeHalf(findings, 'PM', false))).toEqual(['KEYS-TIME-02']);
});
