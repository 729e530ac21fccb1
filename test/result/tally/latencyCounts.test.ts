import fc from 'fast-check';
import { decodeFromCompressedBase64, encodeIntoCompressedBase64 } from 'hdr-histogram-js';
import { describe, expect, it } from 'vitest';
import {
  bucketFloorUs,
  bucketOf,
  highestLatencyUs,
  percentileOfPairsUs,
} from '../../../src/result/histogramPercentiles.ts';
import { LatencyCounts } from '../../../src/result/tally/latencyCounts.ts';

const latencies = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 5000 }),
    fc.integer({ min: 0, max: highestLatencyUs }),
    fc.integer({ min: 0, max: 29 }).map((octave) => 2 ** octave),
    fc.integer({ min: 1, max: 29 }).map((octave) => 2 ** octave - 1),
  ),
  { maxLength: 200 },
);

function countsOf(values: readonly number[]): LatencyCounts {
  const counts = new LatencyCounts();
  for (const value of values) counts.record(value);
  return counts;
}

describe('latency counts', () => {
  it('are what HdrHistogram would have counted, bucket by bucket', () => {
    fc.assert(
      fc.property(latencies, (values) => {
        const library = new LatencyCounts().toHistogram();
        for (const value of values) library.recordValue(value);
        const ours = countsOf(values).summary();
        const least = Math.min(...values);
        expect(ours).toMatchObject({ hdr: encodeIntoCompressedBase64(library), count: values.length });
        if (values.length === 0) return;
        expect(ours.min).toBe(bucketFloorUs(bucketOf(least)));
        expect(ours.max).toBe(library.getValueAtPercentile(100));
        expect(ours.mean).toBeCloseTo(library.mean, 6);
      }),
      { numRuns: 40 },
    );
  });

  it('have the percentiles of HdrHistogram, and none above the maximum', () => {
    fc.assert(
      fc.property(latencies, fc.constantFrom(0.1, 50, 75, 90, 99, 99.9, 99.99, 100), (values, percentile) => {
        fc.pre(values.length > 0);
        const counts = countsOf(values);
        const library = counts.toHistogram();
        expect(counts.percentileUs(percentile)).toBe(library.getValueAtPercentile(percentile));
        expect(counts.percentileUs(percentile)).toBeLessThanOrEqual(counts.maxUs);
        expect(percentileOfPairsUs(counts.pairs(), percentile)).toBe(counts.percentileUs(percentile));
        expect(counts.maxUs).toBe(library.maxValue);
        expect(Math.abs(counts.meanUs - library.mean)).toBeLessThanOrEqual(library.mean / 1000);
      }),
      { numRuns: 40 },
    );
  });

  it('are within a thousandth of what was recorded', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: highestLatencyUs }), (value) => {
        const { minUs, maxUs } = countsOf([value]);
        expect(minUs).toBeLessThanOrEqual(value);
        expect(maxUs).toBeGreaterThanOrEqual(value);
        expect(maxUs - minUs).toBeLessThanOrEqual(value / 1000);
      }),
    );
  });

  it('add up exactly, in whatever parts they come', () => {
    fc.assert(
      fc.property(latencies, latencies, (some, others) => {
        const sum = countsOf(some);
        sum.addPairs(countsOf(others).takePairs());
        expect(sum.pairs()).toEqual(countsOf([...some, ...others]).pairs());
        expect(sum.count).toBe(some.length + others.length);
      }),
    );
  });

  it('start anew when they were taken', () => {
    const counts = countsOf([5, 5000, 5_000_000]);
    expect(counts.takePairs()).not.toEqual([]);
    expect(counts.pairs()).toEqual([]);
    expect(counts).toMatchObject({ count: 0, maxUs: 0, minUs: 0, meanUs: 0 });
    counts.record(7);
    expect(counts.pairs()).toEqual([7, 1]);
  });

  it('bound what is too long, negative, or no number', () => {
    expect(countsOf([1e12]).maxUs).toBeGreaterThanOrEqual(highestLatencyUs);
    expect(countsOf([1e12]).maxUs).toBeLessThan(highestLatencyUs * 1.001);
    expect(countsOf([-5, Number.NaN]).pairs()).toEqual([0, 2]);
  });

  it('leave as the V2 encoding that other tools read', () => {
    const summary = countsOf([100, 200, 300_000]).summary();
    const bytes = Buffer.from(summary.hdr, 'base64');
    // HdrHistogram: V2 compressed encoding cookie, with the word size of 16 in it.
    expect((bytes.readInt32BE(0) & ~0xf0) >>> 0).toBe(0x1c849304 & ~0xf0);
    const decoded = decodeFromCompressedBase64(summary.hdr);
    expect(decoded.totalCount).toBe(3);
    expect(decoded.getValueAtPercentile(50)).toBe(200);
  });
});
