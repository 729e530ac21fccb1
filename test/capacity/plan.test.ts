import { describe, expect, it } from 'vitest';
import { forecastAt } from '../../src/capacity/latencyCurve.ts';
import { judgeRate, planOf } from '../../src/capacity/plan.ts';
import type { CapacityPoint } from '../../src/result/capacityResult.ts';

const held = { offeredPerSecond: 10, startedPerSecond: 10, completedPerSecond: 10, active: 1, seconds: 15 };
const point = { ...held, p50: 4000, p95: 9000, p99: 20_000, errorRate: 0, throttledRate: 0 };
const points = [{ ...point, withinSlo: true, stage: 'climb', reason: 'held' }];

/** A longer probe, that held where nothing else is said. */
const longer = (startedPerSecond: number, changes: Partial<CapacityPoint> = {}): CapacityPoint => ({
  ...point,
  startedPerSecond,
  offeredPerSecond: startedPerSecond,
  withinSlo: true,
  stage: 'confirm',
  reason: 'held for its whole time',
  ...changes,
});

const carried = (
  low: number,
  high: number | null,
  limitedBy: 'service' | 'limiter' = 'service',
  points: CapacityPoint[] = [longer(low)],
) => ({
  sustainablePerSecond: { low, best: low, high },
  limitedBy,
  points,
});
const wanted = { peakPerSecond: 120, headroom: 0.3 };

describe('a plan', () => {
  it('is enough only when the cautious end of the interval is', () => {
    expect(planOf(carried(160, 170), wanted)).toMatchObject({ verdict: 'yes', enough: true });
    expect(planOf(carried(150, 160), wanted)).toMatchObject({ verdict: 'unclear', enough: false });
    expect(planOf(carried(140, 150), wanted)).toMatchObject({ verdict: 'no', enough: false });
  });

  it('is never enough by what no longer probe held', () => {
    const why = { withinSlo: false, outcome: 'generator', reason: 'this machine was in the way' } as const;
    const judged = (...points: CapacityPoint[]) => planOf(carried(160, 170, 'service', points), wanted);
    expect(judged(longer(165, why), longer(165, why)).verdict).toBe('likely');
    expect(judged(longer(165, why)).reading).toContain(
      '160/s seem to be carried, which is not confirmed, because the last longer probe, at 165/s, was void: this machine was in the way.',
    );
    const broke = longer(180, { ...why, outcome: 'broke', reason: 'latency.p99 broke' });
    expect(judged(broke, longer(165, why)).reading).toContain(
      'a longer probe, at 180/s, did not hold: latency.p99 broke',
    );
    expect(judged(broke).verdict).toBe('likely');
    expect(judged({ ...broke, startedPerSecond: 156 }).verdict).toBe('unclear');
    expect(judged().reading).toContain('no longer probe was made');
    expect(judged(longer(100)).reading).toContain('no longer probe reached that rate');
    expect(judged(longer(165, why), longer(157)).verdict).toBe('yes');
    expect(judged(longer(150)).verdict).toBe('likely');
    expect(judged(longer(150, { offeredPerSecond: 156 })).verdict).toBe('yes');
  });

  it('says by how much', () => {
    expect(planOf(carried(200, 210), wanted).reading).toBe(
      'The peak of 120/s: yes, at least 200/s are carried, 80/s more. With 30 % above it, 156/s: yes, at least 200/s are carried, 44/s more.',
    );
    expect(planOf(carried(200, 210), wanted).marginPerSecond).toBeCloseTo(44);
    expect(planOf(carried(140, 150), wanted).reading).toContain('6/s too few');
  });

  it('answers what was asked first, and the peak no otherwise than any other rate', () => {
    const between = carried(120, 150, 'service', [longer(118)]);
    const { reading, verdict, peakVerdict } = planOf(between, { peakPerSecond: 118, headroom: 0.3 });
    expect([peakVerdict, verdict]).toEqual(['yes', 'no']);
    expect(reading).toBe(
      'The peak of 118/s: yes, at least 120/s are carried, 2/s more. With 30 % above it, 153/s: no, at most 150/s are carried, 3.4/s too few.',
    );
    const untold = planOf(carried(110, 150), { peakPerSecond: 118, headroom: 0.1 });
    expect(untold.reading).toBe(
      "The peak of 118/s: can't tell, the capacity lies between 110/s and 150/s. With 10 % above it, 130/s: can't tell.",
    );
    expect(untold.peakVerdict).toBe(judgeRate(carried(110, 150), 118).verdict);
  });

  it('takes "at least" for a yes, and never for a no', () => {
    expect(planOf(carried(160, null, 'limiter'), wanted).verdict).toBe('yes');
    expect(planOf(carried(20, null, 'limiter'), wanted)).toMatchObject({ verdict: 'unclear' });
    expect(planOf(carried(20, null, 'limiter'), wanted).reading).toContain('at least 20/s');
  });
});

describe('latency to expect', () => {
  it('of one rate that held is known at that rate, and elsewhere not measured rather than broken', () => {
    const atLeast = { points, sustainablePerSecond: { low: 10, best: 10, high: null } };
    expect(forecastAt(atLeast, 10.1)).toMatchObject({ p99: 20_000, measured: true });
    expect(forecastAt(atLeast, 4.1)).toMatchObject({ p99: null, measured: false });
    expect(forecastAt(atLeast, 4.1).reading).toBe('4.1/s was not measured: 10/s is the lowest rate that held.');
    expect(forecastAt(atLeast, 12)).toMatchObject({ p99: null });
    expect(forecastAt(atLeast, 12).reading).toBe('12/s was not measured: 10/s is the highest rate that held.');
  });

  it('is what was measured where it was, the mean of the probes there, and read between them elsewhere', () => {
    const at = (startedPerSecond: number, p99: number) => longer(startedPerSecond, { p99, stage: 'climb' });
    const measured = {
      points: [
        at(10, 83_000),
        at(10.1, 85_000),
        at(20, 60_000),
        at(40, 240_000),
        longer(20, { p99: 9, outcome: 'generator', withinSlo: false }),
      ],
      sustainablePerSecond: { low: 40, best: 40, high: null },
    };
    expect(forecastAt(measured, 10)).toMatchObject({ p99: 84_000, measured: true });
    expect(forecastAt(measured, 20)).toMatchObject({ p99: 60_000, measured: true });
    expect(forecastAt(measured, 30)).toMatchObject({ p99: expect.closeTo(120_000, -1), measured: false });
    expect(forecastAt(measured, 20).reading).toContain('as measured');
  });

  it('is that of the probes that held, where one that broke had as many', () => {
    const measured = {
      points: [
        longer(10, { p99: 90_000 }),
        longer(12.8, { p99: 164_000 }),
        longer(12.8, { p99: 508_000, outcome: 'broke', withinSlo: false }),
      ],
      sustainablePerSecond: { low: 12, best: 12.8, high: 20 },
    };
    expect(forecastAt(measured, 12.5)).toMatchObject({ p99: 164_000, measured: true });
  });

  it('does not exist beyond the upper end of the interval', () => {
    const broken = { points, sustainablePerSecond: { low: 9, best: 10, high: 11 } };
    expect(forecastAt(broken, 12).reading).toBe('12/s does not hold.');
    const seen = longer(11, { withinSlo: false, outcome: 'broke', reason: 'latency.p99 < 500ms broke' });
    expect(forecastAt({ ...broken, points: [...points, seen] }, 12).reading).toBe(
      '12/s does not hold: at 11/s latency.p99 < 500ms broke.',
    );
    expect(forecastAt(broken, 10.5).reading).toContain('was not measured');
  });
});
