import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/client/virtualClock.ts';

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
