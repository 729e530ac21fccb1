import { expect, test } from 'vitest';
import { throttleDelayMs } from '../../../src/respondent/walk/stepTiming.ts';
import { answerOf } from '../../support/judging.ts';

/** Seconds to wait after each 429 of one step. */
function waits(retryAfter: string | null, isPatient: boolean): readonly (number | null)[] {
  const { exchange } = answerOf('take', '/surveys/1001/take', {}, 429);
  const headers = retryAfter === null ? [] : ['retry-after', retryAfter];
  return Array.from({ length: 7 }, (_, tries) => {
    const delayMs = throttleDelayMs({ ...exchange, headers }, tries, isPatient);
    return delayMs === null ? null : delayMs / 1000;
  });
}

test('who is told how long to wait waits so long, anybody else twice as long each time', () => {
  expect(waits('3', false)).toEqual([3, 3, 3, 3, 3, 3, null]);
  expect(waits('600', false)).toEqual([60, 60, 60, 60, 60, 60, null]);
  expect(waits(null, false)).toEqual([1, 2, 4, 8, 16, 32, null]);
  expect(waits('Sun, 06 Nov 2044 08:49:37 GMT', false)).toEqual([1, 2, 4, 8, 16, 32, null]);
});

test('who tries what may lock it out waits longer each time in any case', () => {
  expect(waits('3', true)).toEqual([3, 6, 12, 24, 48, 60, null]);
  expect(waits(null, true)).toEqual([1, 2, 4, 8, 16, 32, null]);
});
