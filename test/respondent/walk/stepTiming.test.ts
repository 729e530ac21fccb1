import { expect, test } from 'vitest';
import { neverAway } from '../../../src/client/clockWatch.ts';
import { LimiterWaits, StepTiming } from '../../../src/respondent/walk/stepTiming.ts';
import type { WalkContext } from '../../../src/respondent/walk/walkContext.ts';
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

const traits = { expire: { idleSeconds: 4 } } as WalkContext['traits'];

/** Whether a session may have expired at the last of some steps, each sent at an instant, and answered some time later. */
function mayHaveExpired(
  steps: readonly { atMs: number; takesMs?: number; status?: number; isWhole?: boolean }[],
  awayMs = 0,
): boolean {
  const timing = new StepTiming();
  const { exchange } = answerOf('take', '/surveys/1001/take', {}, 200);
  for (const { atMs, takesMs = 0, status = 200, isWhole = true } of steps)
    timing.answered({ ...exchange, sentMs: atMs, endMs: atMs + takesMs, httpStatus: status }, isWhole);
  // Canvass stood still from 500 on.
  return timing.mayHaveExpired(traits, { ...neverAway, awaySinceMs: (ms) => (ms < 500 + awayMs ? awayMs : 0) });
}

test('a session that was left alone for half the idle time may have expired by rights', () => {
  expect(mayHaveExpired([{ atMs: 100 }, { atMs: 2099 }])).toBe(false);
  expect(mayHaveExpired([{ atMs: 100 }, { atMs: 2100 }])).toBe(true);
});

test('so may one whose request waited for a busy service', () => {
  expect(mayHaveExpired([{ atMs: 100 }, { atMs: 1000, takesMs: 1099 }])).toBe(false);
  expect(mayHaveExpired([{ atMs: 100 }, { atMs: 1000, takesMs: 1100 }])).toBe(true);
});

test('so may one whose request was half sent while canvass stood still', () => {
  expect(mayHaveExpired([{ atMs: 100 }, { atMs: 490 }], 1999)).toBe(false);
  expect(mayHaveExpired([{ atMs: 100 }, { atMs: 490 }], 2000)).toBe(true);
  expect(mayHaveExpired([{ atMs: 2600 }, { atMs: 2700 }], 2000)).toBe(false);
});

test.each([
  ['another session', { isWhole: false }],
  ['that was not answered', { status: 0 }],
  ['that the limiter refused', { status: 429 }],
])('a request of %s does not keep it alive', (_, how) => {
  expect(mayHaveExpired([{ atMs: 100 }, { atMs: 1500, ...how }, { atMs: 2200 }])).toBe(true);
  expect(mayHaveExpired([{ atMs: 100 }, { atMs: 1500 }, { atMs: 2200 }])).toBe(false);
});
