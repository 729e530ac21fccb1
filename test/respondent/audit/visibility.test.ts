import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Censored, fittedMasses, type Mass } from '../../../src/respondent/audit/visibility.ts';

/** A share of the masses lies at most here. */
function percentile(masses: readonly Mass[], share: number): number {
  const total = masses.reduce((sum, { count }) => sum + count, 0);
  let counted = 0;
  for (const { upToMs, count } of masses) {
    counted += count;
    if (counted >= share * total) return upToMs;
  }
  return Number.NaN;
}

/** What looks every `everyMs`, the first at `firstMs`, tell of completions at their instants with one delay each. */
function looked(
  completed: readonly number[],
  delayMs: (index: number) => number,
  firstMs: number,
  everyMs: number,
): Censored[] {
  return completed.map((instantMs, index) => {
    const visibleMs = instantMs + delayMs(index);
    const look = Math.max(0, Math.ceil((visibleMs - firstMs) / everyMs));
    const seenMs = firstMs + look * everyMs;
    return { aboveMs: look === 0 ? 0 : Math.max(0, seenMs - everyMs - instantMs), upToMs: seenMs - instantMs };
  });
}

const everyTenth = Array.from({ length: 1000 }, (_, index) => index * 10);

test('a store that shows everything at once is fast, however long ago most was completed', () => {
  const masses = fittedMasses(looked(everyTenth, () => 0, 10_000, 500));
  expect(percentile(masses, 0.99)).toBeLessThan(12);
});

test('one delay of all is found between the looks', () => {
  const masses = fittedMasses(looked(everyTenth, () => 3000, 10_000, 500));
  expect(percentile(masses, 0.5)).toBeGreaterThanOrEqual(3000);
  expect(percentile(masses, 0.99)).toBeLessThan(3150);
});

test('a tail of late records is told apart from the rest', () => {
  const masses = fittedMasses(looked(everyTenth, (index) => (index % 10 === 0 ? 4000 : 5), 10_000, 250));
  expect(percentile(masses, 0.5)).toBeLessThan(100);
  expect(percentile(masses, 0.97)).toBeGreaterThan(3000);
});

test('as many delays come out as went in, each within bounds that were given', () => {
  const bounds = fc.tuple(fc.nat(100_000), fc.integer({ min: 1, max: 100_000 }));
  fc.assert(
    fc.property(fc.array(bounds, { minLength: 1, maxLength: 200 }), (drawn) => {
      const delays = drawn.map(([aboveMs, wide]) => ({ aboveMs, upToMs: aboveMs + wide }));
      const masses = fittedMasses(delays);
      expect(masses.reduce((sum, { count }) => sum + count, 0)).toBe(delays.length);
      const longest = Math.max(...delays.map(({ upToMs }) => upToMs));
      for (const { upToMs } of masses) expect(upToMs).toBeLessThanOrEqual(longest * 1.021);
    }),
    { numRuns: 50 },
  );
  expect(fittedMasses([])).toEqual([]);
});
