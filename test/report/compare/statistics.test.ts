import { describe, expect, it } from 'vitest';
import { normalQuantile, studentQuantile } from '../../../src/report/compare/statistics.ts';

describe('quantiles', () => {
  // From the usual tables.
  it.each([
    [0.95, 2, 2.92],
    [0.975, 2, 4.303],
    [0.995, 2, 9.925],
    [0.975, 3, 3.182],
    [0.995, 3, 5.841],
    [0.995, 4, 4.604],
    [0.975, 10, 2.228],
    [0.975, 120, 1.98],
  ])('of Student at %f with %i degrees of freedom is %f, within 1 %%', (p, freedom, value) => {
    expect(Math.abs(studentQuantile(p, freedom) / value - 1)).toBeLessThan(0.01);
    expect(studentQuantile(1 - p, freedom)).toBeCloseTo(-studentQuantile(p, freedom), 6);
  });

  it('of Student fall with the degrees of freedom, towards the normal ones', () => {
    const freedoms = [1, 2, 2.25, 2.5, 2.75, 3, 3.5, 5, 20, 1e9];
    const quantiles = freedoms.map((freedom) => studentQuantile(0.99, freedom));
    expect(quantiles).toEqual([...quantiles].sort((a, b) => b - a));
    expect(quantiles.at(-1)).toBeCloseTo(normalQuantile(0.99), 6);
    expect(normalQuantile(0.975)).toBeCloseTo(1.959964, 5);
  });
});
