import { expect, test } from 'vitest';
import { RealClock } from '../../src/client/realClock.ts';

test.each([false, true])('timers ring once each, in order and not before their time (precise: %s)', async (precise) => {
  const clock = new RealClock({ precise });
  const startMs = clock.nowMs();
  const rung: number[] = [];
  await new Promise<void>((resolve) => {
    for (const delayMs of [12, 3, 7.5, 3, 0, -5]) {
      clock.at(startMs + delayMs, {
        onTimer: () => {
          expect(clock.nowMs()).toBeGreaterThanOrEqual(startMs + delayMs);
          rung.push(delayMs);
          if (rung.length === 6) resolve();
        },
      });
    }
  });
  expect(rung).toEqual([-5, 0, 3, 3, 7.5, 12]);
  expect(clock.waiting).toBe(0);
});

test('a timer that is set while another rings is not lost, and neither is one before all that wait', async () => {
  const clock = new RealClock();
  const rung: string[] = [];
  await new Promise<void>((resolve) => {
    clock.at(clock.nowMs() + 10, {
      onTimer: () => {
        rung.push('second');
        clock.at(clock.nowMs() + 1, {
          onTimer: () => {
            rung.push('third');
            resolve();
          },
        });
      },
    });
    clock.at(clock.nowMs() + 1, { onTimer: () => rung.push('first') });
  });
  expect(rung).toEqual(['first', 'second', 'third']);
});

test('cleared timers never ring', async () => {
  const clock = new RealClock();
  let rung = false;
  clock.at(clock.nowMs() + 1, { onTimer: () => (rung = true) });
  clock.clear();
  await new Promise<void>((resolve) => clock.at(clock.nowMs() + 5, { onTimer: () => resolve() }));
  expect(rung).toBe(false);
});
