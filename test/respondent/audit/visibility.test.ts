import { expect, test } from 'vitest';
import { type SeenDelay, visibleWithinMs } from '../../../src/respondent/audit/visibility.ts';

/** A completion every 10 ms, and what looks each half second say of their records, the first of them after the last. */
function looked(delayMs: (index: number) => number): SeenDelay[] {
  const [firstMs, everyMs] = [10_000, 500];
  return Array.from({ length: 1000 }, (_, index) => {
    const look = Math.max(0, Math.ceil((10 * index + delayMs(index) - firstMs) / everyMs));
    return { wasMissing: look > 0, withinMs: firstMs + look * everyMs - 10 * index };
  });
}

test('a store that shows everything at once is quick, however long ago most was completed', () => {
  expect(Math.max(...visibleWithinMs(looked(() => 0)))).toBe(10);
});

test('the last record says how long it took, and the others are none the slower', () => {
  const delays = visibleWithinMs(looked((index) => (index % 10 === 0 ? 4000 : 5))).sort((a, b) => a - b);
  expect(delays).toHaveLength(1000);
  expect(delays[500]).toBe(10);
  expect(delays.at(-1)).toBeGreaterThanOrEqual(4000);
  expect(delays.at(-1)).toBeLessThanOrEqual(4500);
});

test('a store that is late with all of them shows it', () => {
  const delays = visibleWithinMs(looked(() => 20_000));
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(20_000);
});
