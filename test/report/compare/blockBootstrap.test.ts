import { describe, expect, it } from 'vitest';
import { blocksOf, drawnPercentiles, secondMeans } from '../../../src/report/compare/blockBootstrap.ts';
import { logPercentile, secondsOf } from '../../../src/report/compare/seconds.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import { timelineBucketOf } from '../../../src/result/timelineLatency.ts';
import { normal, sampleRandom } from '../../support/sampleRandom.ts';
import { sampleResult } from '../../support/sampleResults.ts';

const base = sampleResult({ seconds: 1 });
const [point] = base.timeline.points;

/** A run of `take` with a level for each second. */
function run(levels: readonly number[], perSecond: number, seed: number): RunResult {
  if (point === undefined) throw new Error('the sample has no second');
  const random = sampleRandom(seed);
  const points = levels.map((level, second) => {
    const counts = new Map<number, number>();
    for (let i = 0; i < perSecond; i++) {
      const bucket = timelineBucketOf(40_000 * Math.exp(level + 0.3 * normal(random)));
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
    }
    return { ...point, second, endpoints: { take: { requests: perSecond, errors: 0, buckets: [...counts].flat() } } };
  });
  return { ...base, timeline: { intervalSeconds: 1, points } };
}

function autocorrelated(seconds: number, keep: number, deviation: number, seed: number): number[] {
  const random = sampleRandom(seed);
  let level = 0;
  return Array.from({ length: seconds }, () => {
    level = keep * level + deviation * Math.sqrt(1 - keep ** 2) * normal(random);
    return level;
  });
}

function secondsIn(result: RunResult) {
  const seconds = secondsOf(result, 'take');
  if (seconds === null) throw new Error('nothing was measured');
  return seconds;
}

/** How long the blocks of a run with these levels are. */
function lengthOf(levels: readonly number[]): number {
  return blocksOf(levels.length, secondMeans(secondsIn(run(levels, 60, 4)))).length;
}

describe('percentiles from resampled seconds', () => {
  it('are those of the requests, to less than a bucket', () => {
    const [p50, p95] = drawnPercentiles([secondsIn(run(Array(60).fill(0), 500, 1))], [0.5, 0.95], sampleRandom(2));
    expect(Math.exp(p50?.log ?? 0) / 40_000).toBeCloseTo(1, 1.5);
    expect(Math.exp(p95?.log ?? 0) / (40_000 * Math.exp(0.3 * 1.645))).toBeCloseTo(1, 1.5);
  });

  it('vary as much as whole runs do, also where seconds resemble their neighbours', () => {
    for (const keep of [0, 0.8]) {
      const runs = Array.from({ length: 60 }, (_, i) =>
        secondsIn(run(autocorrelated(120, keep, 0.1, 100 + i), 60, 500 + i)),
      );
      const medians = runs.map((seconds) => drawnPercentiles([seconds], [0.5], sampleRandom(9))[0]);
      const logs = medians.map((median) => median?.log ?? 0);
      const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
      const between = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1);
      const claimed = medians.reduce((sum, median) => sum + (median?.variance ?? 0), 0) / medians.length;
      expect(claimed / between).toBeGreaterThan(0.5);
      expect(claimed / between).toBeLessThan(2);
    }
  });

  it('use longer blocks the more a second resembles the next', () => {
    const short = lengthOf(autocorrelated(300, 0, 0.1, 3));
    const long = lengthOf(autocorrelated(300, 0.9, 0.1, 3));
    expect(short).toBeLessThan(8);
    expect(long).toBeGreaterThan(short);
  });

  it('of nothing are nothing', () => {
    expect(secondsOf(base, 'unknown')).toBeNull();
    expect(logPercentile(new Float64Array(3), { lowestBucket: 0, bucketsPerOctave: 16 }, 0.5)).toBeNaN();
  });
});
