import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitScalingLaw, mostPerSecond, peakAtOnce } from '../../src/capacity/scalingLaw.ts';
import { lawPerSecond } from '../../src/result/capacityResult.ts';

const concurrencies = [0.1, 0.5, 1, 2, 5, 10, 20, 40, 80, 160];

describe('the fit of the scaling law', () => {
  it('finds the curve that the points were made from', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 1000, noNaN: true }),
        fc.double({ min: 0.005, max: 0.5, noNaN: true }),
        fc.double({ min: 1e-5, max: 1e-2, noNaN: true }),
        (lambda, sigma, kappa) => {
          const truth = { lambda, sigma, kappa };
          const law = fitScalingLaw(concurrencies.map((n) => ({ atOnce: n, perSecond: lawPerSecond(truth, n) })));
          expect(law?.residual).toBeLessThan(0.02);
          expect(Math.abs((law?.lambda ?? 0) / lambda - 1)).toBeLessThan(0.05);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('knows where throughput turns', () => {
    const truth = { lambda: 10, sigma: 0.05, kappa: 0.0005 };
    const law = fitScalingLaw(concurrencies.map((n) => ({ atOnce: n, perSecond: lawPerSecond(truth, n) })));
    expect(law === null ? 0 : peakAtOnce(law)).toBeCloseTo(43.6, 0);
  });

  it('has a large residual where the points follow another law', () => {
    const steps = concurrencies.map((n) => ({ atOnce: n, perSecond: n < 5 ? 10 : n < 50 ? 300 : 40 }));
    expect(fitScalingLaw(steps)?.residual).toBeGreaterThan(0.3);
  });

  it('is never below what was carried', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1, max: 50, noNaN: true }), { minLength: 5, maxLength: 10 }), (carried) => {
        const states = carried.map((perSecond, i) => ({ atOnce: 1.7 ** i, perSecond }));
        const law = fitScalingLaw(states);
        expect(law === null ? 0 : mostPerSecond(law)).toBeGreaterThanOrEqual(0.999 * Math.max(...carried));
      }),
      { numRuns: 20 },
    );
  });

  it('says nothing of three points', () => {
    expect(fitScalingLaw([1, 2, 3].map((n) => ({ atOnce: n, perSecond: n })))).toBeNull();
  });
});
