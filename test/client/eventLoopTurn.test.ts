import { expect, test } from 'vitest';
import { arrivedMs, isReading, readingBegins, readingEnds } from '../../src/client/eventLoopTurn.ts';

/** Keeps the thread busy until the clock has moved on. */
function work(): void {
  const beganMs = performance.now();
  while (performance.now() <= beganMs + 0.1);
}

function read(): number {
  readingBegins();
  const instantMs = arrivedMs();
  expect(isReading()).toBe(true);
  readingEnds();
  return instantMs;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('what one turn of the event loop reads arrived at one instant, however long reading takes', async () => {
  await nextTurn();
  const firstMs = read();
  work();
  expect(read()).toBe(firstMs);
  await nextTurn();
  work();
  expect(read()).toBeGreaterThan(firstMs);
});

test('the instant is taken anew within a turn that reads very much', async () => {
  await nextTurn();
  const firstMs = read();
  work();
  const instants = Array.from({ length: 300 }, read);
  expect(instants[0]).toBe(firstMs);
  expect(instants.at(-1)).toBeGreaterThan(firstMs);
});

test('where nothing is being read it is now', () => {
  const beganMs = read();
  expect(isReading()).toBe(false);
  work();
  expect(arrivedMs()).toBeGreaterThan(beganMs);
});
