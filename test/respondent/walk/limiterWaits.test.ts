import { expect, test } from 'vitest';
import { LimiterWaits } from '../../../src/respondent/walk/limiterWaits.ts';
import { answerOf } from '../../support/judging.ts';

/** Seconds to wait after each 429 of one step, each heard of when the wait before was over. */
function waits(retryAfter: string | null, isPatient: boolean): readonly number[] {
  const { exchange } = answerOf('take', '/surveys/1001/take', {}, 429);
  const headers = retryAfter === null ? [] : ['retry-after', retryAfter];
  const refusals = new LimiterWaits();
  const seconds: number[] = [];
  for (let endMs = 0; ; endMs += 1000 * (seconds.at(-1) ?? 0)) {
    const delayMs = refusals.delayMs({ ...exchange, headers, endMs }, isPatient);
    if (delayMs === null) return seconds;
    seconds.push(delayMs / 1000);
  }
}

test('who is told how long to wait waits so long, anybody else a little longer each time, for minutes', () => {
  expect(waits('50', false)).toEqual([50, 50, 50]);
  expect(waits('600', false)).toEqual([60, 60, 60]);
  const untold = waits(null, false);
  expect(untold.slice(0, 5)).toEqual([1, 2, 4, 5, 5]);
  expect(untold.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(150);
  expect(waits('Sun, 06 Nov 2044 08:49:37 GMT', false)).toEqual(untold);
});

test('who tries what may lock it out waits longer each time in any case', () => {
  expect(waits('3', true)).toEqual([3, 6, 12, 24, 48, 60]);
  expect(waits(null, true)).toEqual([1, 2, 4, 8, 16, 32]);
});
