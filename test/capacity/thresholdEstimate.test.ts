import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateThreshold, type Trial } from '../../src/capacity/thresholdEstimate.ts';

const trial = (ratePerSecond: number, held: boolean): Trial => ({ ratePerSecond, held, seconds: 14, early: false });

describe('the estimate about the break', () => {
  it('lies between what held and what failed, and narrows with evidence', () => {
    const wide = estimateThreshold([trial(90, true), trial(130, false)], 15);
    const narrow = estimateThreshold(
      [trial(90, true), trial(130, false), trial(99, true), trial(103, false), trial(104, false)],
      15,
    );
    expect(narrow.quantilePerSecond(0.5)).toBeGreaterThan(99);
    expect(narrow.quantilePerSecond(0.5)).toBeLessThan(103);
    const width = (estimate: typeof wide) => estimate.quantilePerSecond(0.975) - estimate.quantilePerSecond(0.025);
    expect(width(narrow)).toBeLessThan(width(wide) / 2);
  });

  it('survives one trial that says the opposite', () => {
    const trials = [
      trial(60, false),
      trial(90, true),
      trial(95, true),
      trial(98, true),
      trial(103, false),
      trial(106, false),
    ];
    const estimate = estimateThreshold(trials, 15);
    expect(estimate.quantilePerSecond(0.5)).toBeGreaterThan(96);
    expect(estimate.quantilePerSecond(0.5)).toBeLessThan(105);
  });

  it('scales with the rates', () => {
    const trials = [trial(90, true), trial(101, true), trial(110, false)];
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1000, noNaN: true }), (factor) => {
        const scaled = estimateThreshold(
          trials.map((one) => ({ ...one, ratePerSecond: one.ratePerSecond * factor })),
          15,
        );
        const plain = estimateThreshold(trials, 15);
        expect(scaled.quantilePerSecond(0.5) / plain.quantilePerSecond(0.5)).toBeCloseTo(
          factor,
          6 - Math.log10(factor),
        );
      }),
      { numRuns: 20 },
    );
  });
});
