import { expect, test } from 'vitest';
import { neverAway } from '../../../src/client/clockWatch.ts';
import { SessionAge } from '../../../src/respondent/walk/sessionAge.ts';
import type { WalkContext } from '../../../src/respondent/walk/walkContext.ts';
import { answerOf } from '../../support/judging.ts';

const traits = { expire: { idleSeconds: 4 } } as WalkContext['traits'];

/** Whether a session may have expired at the last of some steps, each sent at an instant, and answered some time later. */
function mayHaveExpired(
  steps: readonly { atMs: number; takesMs?: number; status?: number; isWhole?: boolean }[],
  awayMs = 0,
): boolean {
  const age = new SessionAge();
  const { exchange } = answerOf('take', '/surveys/1001/take', {}, 200);
  for (const { atMs, takesMs = 0, status = 200, isWhole = true } of steps)
    age.answered({ ...exchange, sentMs: atMs, endMs: atMs + takesMs, httpStatus: status }, isWhole);
  // Canvass stood still from 500 on.
  return age.mayHaveExpired(traits, { ...neverAway, awaySinceMs: (ms) => (ms < 500 + awayMs ? awayMs : 0) });
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
