import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RealClock, TimerHeap, VirtualClock } from '../../src/client/clock.ts';

test('timers ring once each, in order and not before their time', async () => {
  const clock = new RealClock();
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

function waitOn(clock: VirtualClock, delayMs: number): Promise<number> {
  return new Promise((resolve) => {
    clock.at(clock.nowMs() + delayMs, { onTimer: () => resolve(clock.nowMs()) });
  });
}

test('jumps to the next timer when nothing is under way', async () => {
  const clock = new VirtualClock(100);
  const [day, second] = await Promise.all([waitOn(clock, 86_400_000), waitOn(clock, 1000)]);
  expect(second).toBe(1100);
  expect(day).toBe(86_400_100);
});

test('stands still while anything is under way, and goes on after it', async () => {
  const clock = new VirtualClock();
  clock.begin();
  const waited = waitOn(clock, 50);
  for (let turns = 0; turns < 10; turns++) await turn();
  expect(clock.nowMs()).toBe(0);
  clock.end();
  expect(await waited).toBe(50);
});

test('what a timer starts is heard of before the next one fires', async () => {
  const clock = new VirtualClock();
  const order: string[] = [];
  const chain = waitOn(clock, 10).then(async () => {
    await Promise.resolve();
    order.push('first');
    await waitOn(clock, 1);
    order.push('second');
  });
  const later = waitOn(clock, 20).then(() => order.push('later'));
  await Promise.all([chain, later]);
  expect(order).toEqual(['first', 'second', 'later']);
});

test('forgets what still waits', async () => {
  const clock = new VirtualClock();
  let fired = false;
  clock.at(5, { onTimer: () => (fired = true) });
  clock.clear();
  for (let turns = 0; turns < 10; turns++) await turn();
  expect(fired).toBe(false);
});

test('timers come out by instant, whatever the order in which they went in and came out', () => {
  const step = fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.constant('take' as const));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const heap = new TimerHeap();
      const expected: number[] = [];
      let rung = Number.NaN;
      for (const each of steps) {
        if (each === 'take') {
          const earliest = expected.sort((a, b) => a - b).shift();
          expect(heap.earliestMs).toBe(earliest ?? Number.POSITIVE_INFINITY);
          rung = Number.NaN;
          heap.takeEarliest()?.onTimer();
          expect(rung).toBe(earliest ?? Number.NaN);
        } else {
          expected.push(each);
          heap.add(each, { onTimer: () => (rung = each) });
        }
        expect(heap.size).toBe(expected.length);
      }
    }),
  );
});
