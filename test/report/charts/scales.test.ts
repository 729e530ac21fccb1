import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clockSteps, clockText, linearScale, logScale } from '../../../src/report/charts/scales.ts';

const positive = fc.double({ min: 0.01, max: 1e6, noNaN: true });

it('ticks lie within the scale, at round values, and are not many', () => {
  fc.assert(
    fc.property(positive, positive, (low, span) => {
      const scale = linearScale([low, low + span], [0, 600], 60);
      expect(scale.ticks.length).toBeLessThanOrEqual(12);
      for (const tick of scale.ticks) {
        expect(scale.at(tick)).toBeGreaterThanOrEqual(-0.1);
        expect(scale.at(tick)).toBeLessThanOrEqual(600.1);
      }
    }),
  );
});

it('one mark alone would say nothing: what begins at 0 has another', () => {
  fc.assert(
    fc.property(positive, (high) => {
      expect(linearScale([0, high], [66, 0], 30).ticks.length).toBeGreaterThanOrEqual(2);
    }),
  );
  expect(linearScale([0, 48], [66, 0], 30).ticks).toEqual([0, 20, 40]);
});

it('a logarithmic scale keeps ratios', () => {
  const { at, ticks } = logScale([1000, 1_000_000], [300, 0], 16);
  expect(at(10_000) - at(100_000)).toBeCloseTo(at(1000) - at(10_000));
  expect(ticks).toContain(1000);
  expect(ticks).toContain(1_000_000);
});

it('time is marked as on a clock', () => {
  expect(linearScale([0, 95], [0, 800], 80, clockSteps).ticks).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
  expect([45, 750, 3750].map(clockText)).toEqual(['0:45', '12:30', '1:02:30']);
});
