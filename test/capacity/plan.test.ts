import { describe, expect, it } from 'vitest';
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
    expect(planOf(carried(140, 150), wanted).reading).toContain('6.00/s too few');
  });

  it('takes "at least" for a yes, and never for a no', () => {
    expect(planOf(carried(160, null, 'limiter'), wanted).verdict).toBe('yes');
    expect(planOf(carried(20, null, 'limiter'), wanted)).toMatchObject({ verdict: 'unclear' });
    expect(planOf(carried(20, null, 'limiter'), wanted).reading).toContain('at least 20.0/s');
  });
});
