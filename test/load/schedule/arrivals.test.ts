import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arrivals, type Spacing } from '../../../src/load/schedule/arrivals.ts';
import { LevelCurve } from '../../../src/load/schedule/levelCurve.ts';
import { stagesArbitrary } from '../../support/stages.ts';

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

const curves = stagesArbitrary.map((stages) => LevelCurve.ofStages(stages));
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
