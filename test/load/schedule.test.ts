import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arrivals, LevelCurve, type Spacing } from '../../src/load/schedule.ts';
import { shares, stagesArbitrary } from '../support/stages.ts';

const curves = stagesArbitrary.map((stages) => LevelCurve.ofStages(stages));

describe('a level curve', () => {
  it('ramps and steps as its stages say', () => {
    const curve = LevelCurve.ofStages([
      { durationSeconds: 10, level: 50, ramp: 'step' },
      { durationSeconds: 10, level: 100, ramp: 'linear' },
      { durationSeconds: 10, level: 20, ramp: 'step' },
    ]);
    expect([0, 9_999, 10_000, 15_000, 20_000, 29_999, 30_000].map((ms) => curve.levelAt(ms))).toEqual([
      50, 50, 50, 75, 20, 20, 0,
    ]);
    expect(curve.integralAt(30_000)).toBeCloseTo(500 + 750 + 200, 9);
    expect(curve.endMs).toBe(30_000);
    expect(curve.peak).toBe(100);
  });

  it('rises from 0 when its first stage is linear', () => {
    const curve = LevelCurve.ofStages([{ durationSeconds: 4, level: 8, ramp: 'linear' }]);
    expect(curve.levelAt(0)).toBe(0);
    expect(curve.integralAt(4000)).toBeCloseTo(16, 9);
  });

  it('has an integral that never falls, and that is the area under its level', () => {
    fc.assert(
      fc.property(curves, shares(0), (curve, share) => {
        const at = share * curve.endMs;
        const steps = 2000;
        let area = 0;
        for (let i = 0; i < steps; i++) area += curve.levelAt(((i + 0.5) / steps) * at) * (at / steps / 1000);
        expect(curve.integralAt(at)).toBeGreaterThanOrEqual(curve.integralAt(at / 2));
        expect(Math.abs(curve.integralAt(at) - area)).toBeLessThanOrEqual(
          0.01 * area + curve.peak * (at / steps / 250) + 1e-9,
        );
      }),
    );
  });

  it('finds the first instant at which its integral reaches a value', () => {
    fc.assert(
      fc.property(curves, shares(1), (curve, share) => {
        const wanted = share * curve.integralAt(curve.endMs);
        fc.pre(wanted > 0.001);
        const instant = curve.instantOf(wanted);
        fc.pre(instant !== Number.POSITIVE_INFINITY || share < 1);
        expect(curve.integralAt(instant)).toBeCloseTo(wanted, 6);
        expect(curve.integralAt(instant - 1)).toBeLessThanOrEqual(wanted);
      }),
    );
  });

  it('never reaches more than its whole integral', () => {
    fc.assert(
      fc.property(curves, (curve) => {
        expect(curve.instantOf(curve.integralAt(curve.endMs) + 0.5)).toBe(Number.POSITIVE_INFINITY);
      }),
    );
  });

  it('says when it next reaches a level', () => {
    fc.assert(
      fc.property(
        curves,
        fc.integer({ min: 1, max: 600 }).map((tenths) => tenths / 10),
        fc.nat(30_000),
        (curve, level, from) => {
          const instant = curve.reaches(level, from);
          const samples = Array.from({ length: 300 }, (_, i) => from + i * 100);
          const found = samples.find((ms) => curve.levelAt(ms) >= level);
          if (found !== undefined) expect(instant).toBeLessThanOrEqual(found);
          if (instant === Number.POSITIVE_INFINITY) return;
          expect(instant).toBeGreaterThanOrEqual(from);
          expect(Math.max(curve.levelAt(instant), curve.levelAt(instant - 1e-6))).toBeGreaterThanOrEqual(level - 1e-3);
        },
      ),
    );
  });

  it('can be held at a level, and agrees with what it was before', () => {
    fc.assert(
      fc.property(curves, fc.nat(20_000), fc.nat(100), (curve, from, level) => {
        const held = curve.heldFrom(from, level);
        expect(held.integralAt(from)).toBeCloseTo(curve.integralAt(from), 6);
        expect(held.integralAt(from / 2)).toBeCloseTo(curve.integralAt(from / 2), 6);
        expect(held.levelAt(from + 5000)).toBe(level);
        expect(held.integralAt(from + 5000)).toBeCloseTo(curve.integralAt(from) + 5 * level, 6);
      }),
    );
  });
});

interface Arrival {
  readonly index: number;
  readonly instantMs: number;
}

function all(curve: LevelCurve, spacing: Spacing, seed: number, shard = 0, shards = 1): Arrival[] {
  const arrivals = new Arrivals(curve, spacing, seed, { shard, shards });
  const found: Arrival[] = [];
  while (arrivals.nextMs !== Number.POSITIVE_INFINITY) {
    found.push({ index: arrivals.nextIndex, instantMs: arrivals.nextMs });
    arrivals.take();
  }
  return found;
}

const seeds = fc.integer({ min: 0, max: 0xffff_ffff });
const spacings = fc.constantFrom<Spacing>('even', 'poisson');

describe('arrivals', () => {
  it('when even, are as many as the integral of the rate, at every instant', () => {
    fc.assert(
      fc.property(curves, seeds, (curve, seed) => {
        const arrivals = all(curve, 'even', seed);
        expect(Math.abs(arrivals.length - curve.integralAt(curve.endMs))).toBeLessThanOrEqual(0.500_001);
        for (const { index, instantMs } of arrivals) expect(curve.integralAt(instantMs)).toBeCloseTo(index + 0.5, 6);
      }),
    );
  });

  it('when Poisson, are as many as the integral of the rate, give or take its square root', () => {
    const curve = LevelCurve.ofStages([
      { durationSeconds: 20, level: 100, ramp: 'linear' },
      { durationSeconds: 20, level: 300, ramp: 'step' },
    ]);
    for (let seed = 0; seed < 50; seed++) {
      const arrivals = all(curve, 'poisson', seed);
      expect(Math.abs(arrivals.length - 7000)).toBeLessThan(6 * Math.sqrt(7000));
    }
  });

  it('when Poisson, have exponential gaps: a mean as long as their deviation', () => {
    const curve = LevelCurve.ofStages([{ durationSeconds: 100, level: 1000, ramp: 'step' }]);
    const instants = all(curve, 'poisson', 7).map(({ instantMs }) => instantMs);
    const gaps = instants.slice(1).map((instant, i) => instant - (instants[i] ?? 0));
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const deviation = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length);
    expect(mean).toBeCloseTo(1, 1);
    expect(deviation / mean).toBeCloseTo(1, 1);
  });

  it('never go back in time, and stay within the plan', () => {
    fc.assert(
      fc.property(curves, spacings, seeds, (curve, spacing, seed) => {
        let beforeMs = 0;
        for (const { instantMs } of all(curve, spacing, seed)) {
          expect(instantMs).toBeGreaterThanOrEqual(beforeMs);
          expect(instantMs).toBeLessThanOrEqual(curve.endMs);
          beforeMs = instantMs;
        }
      }),
    );
  });

  it('of the shards are exactly those of the whole', () => {
    fc.assert(
      fc.property(curves, spacings, seeds, fc.integer({ min: 1, max: 7 }), (curve, spacing, seed, shards) => {
        const parts = Array.from({ length: shards }, (_, shard) => all(curve, spacing, seed, shard, shards));
        const together = parts.flat().sort((a, b) => a.index - b.index);
        expect(together).toEqual(all(curve, spacing, seed));
      }),
    );
  });

  it('are others with another seed', () => {
    const curve = LevelCurve.ofStages([{ durationSeconds: 5, level: 20, ramp: 'step' }]);
    expect(all(curve, 'poisson', 1)).toEqual(all(curve, 'poisson', 1));
    expect(all(curve, 'poisson', 1)).not.toEqual(all(curve, 'poisson', 2));
  });

  it('follow a changed curve from the change on, and keep what has arrived', () => {
    const curve = LevelCurve.ofStages([{ durationSeconds: 1, level: 0, ramp: 'step' }]).heldFrom(0, 10);
    const arrivals = new Arrivals(curve, 'even', 1, { shard: 0, shards: 1 });
    const instants: number[] = [];
    while (arrivals.nextMs < 1000) {
      instants.push(arrivals.nextMs);
      arrivals.take();
    }
    arrivals.follow(curve.heldFrom(1000, 100));
    while (arrivals.nextMs < 2000) {
      instants.push(arrivals.nextMs);
      arrivals.take();
    }
    expect(instants.filter((ms) => ms < 1000)).toHaveLength(10);
    expect(instants.filter((ms) => ms >= 1000)).toHaveLength(100);
    arrivals.follow(curve.heldFrom(1000, 100).heldFrom(2000, 0));
    expect(arrivals.nextMs).toBe(Number.POSITIVE_INFINITY);
  });
});
