import { describe, expect, it } from 'vitest';
import { forecastAt } from '../../src/capacity/latencyCurve.ts';
import { planOf } from '../../src/capacity/plan.ts';

const carried = (low: number, high: number | null, limitedBy: 'service' | 'limiter' = 'service') => ({
  sustainablePerSecond: { low, best: low, high },
  limitedBy,
});
const wanted = { peakPerSecond: 120, headroom: 0.3 };

describe('a plan', () => {
  it('is enough only when the cautious end of the interval is', () => {
    expect(planOf(carried(160, 170), wanted)).toMatchObject({ verdict: 'yes', enough: true });
    expect(planOf(carried(150, 160), wanted)).toMatchObject({ verdict: 'unclear', enough: false });
    expect(planOf(carried(140, 150), wanted)).toMatchObject({ verdict: 'no', enough: false });
  });

  it('says by how much', () => {
    expect(planOf(carried(200, 210), wanted).reading).toContain('156/s are needed');
    expect(planOf(carried(200, 210), wanted).marginPerSecond).toBeCloseTo(44);
    expect(planOf(carried(140, 150), wanted).reading).toContain('6/s too few');
  });

  it('takes "at least" for a yes, and never for a no', () => {
    expect(planOf(carried(160, null, 'limiter'), wanted).verdict).toBe('yes');
    expect(planOf(carried(20, null, 'limiter'), wanted)).toMatchObject({ verdict: 'unclear' });
    expect(planOf(carried(20, null, 'limiter'), wanted).reading).toContain('at least 20/s');
  });
});

describe('latency to expect', () => {
  const held = { offeredPerSecond: 10, startedPerSecond: 10, completedPerSecond: 10, active: 1, seconds: 15 };
  const point = { ...held, p50: 4000, p95: 9000, p99: 20_000, errorRate: 0, throttledRate: 0 };
  const points = [{ ...point, withinSlo: true, stage: 'climb', reason: 'held' }];

  it('of one rate that held is known up to that rate, and above it not measured rather than broken', () => {
    const atLeast = { points, sustainablePerSecond: { low: 10, best: 10, high: null } };
    expect(forecastAt(atLeast, 4.1)).toMatchObject({ p99: expect.closeTo(20_000, 3) });
    expect(forecastAt(atLeast, 4.1).reading).toContain('No rate below 10/s was measured');
    expect(forecastAt(atLeast, 12)).toMatchObject({ p99: null });
    expect(forecastAt(atLeast, 12).reading).toBe('12/s was not measured: 10/s is the highest rate that held.');
  });

  it('does not exist beyond the upper end of the interval', () => {
    const broken = { points, sustainablePerSecond: { low: 9, best: 10, high: 11 } };
    expect(forecastAt(broken, 12).reading).toContain('12/s does not hold: beyond 11/s the queue grows');
    expect(forecastAt(broken, 10.5).reading).toContain('was not measured');
  });
});
