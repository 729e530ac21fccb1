import { decodeFromCompressedBase64, type Histogram, JsHistogram } from 'hdr-histogram-js';
import Type from 'typebox';

/** Ten minutes in µs: what a histogram can hold; longer latencies are recorded as this (design, Latency). */
export const highestLatencyUs = 600_000_000;

/** Layout of an HDR histogram with 3 significant digits from 1 µs on: 2,048 buckets of 1 µs, then 1,024 an octave. */
const halfBuckets = 1024;
const halfBucketsBits = 10;

/** Index of the bucket that holds a whole number of µs, 0 to ten minutes: the index that HdrHistogram gives it. */
export function bucketOf(latencyUs: number): number {
  const octave = 21 - Math.clz32(latencyUs | 2047);
  return ((octave + 1) << halfBucketsBits) + (latencyUs >>> octave) - halfBuckets;
}

/** Smallest value of a bucket, µs. */
export function bucketFloorUs(bucket: number): number {
  if (bucket < 2 * halfBuckets) return bucket;
  const octave = (bucket >>> halfBucketsBits) - 1;
  return (halfBuckets + (bucket & (halfBuckets - 1))) * 2 ** octave;
}

/** The middle of a bucket, µs, as HdrHistogram has it. */
export function bucketMiddleUs(bucket: number): number {
  const floor = bucketFloorUs(bucket);
  return floor + Math.floor((bucketFloorUs(bucket + 1) - floor) / 2);
}

/** Largest value of a bucket, µs. */
export function bucketCeilingUs(bucket: number): number {
  return bucketFloorUs(bucket + 1) - 1;
}

/** A latency (µs) as exact as those that are counted: so that the slowest exchange and the longest latency are one figure. */
export function asCountedUs(latencyUs: number): number {
  return bucketCeilingUs(bucketOf(Math.round(Math.min(highestLatencyUs, Math.max(0, latencyUs)))));
}

/** How many of the recorded, counted from the smallest, a percentile (0 to 100) takes. */
function rankOf(percentile: number, total: number): number {
  return Math.max(1, Math.ceil((Math.min(100, percentile) / 100) * total - 1e-9));
}

/** The bucket of pairs by rising bucket in which a percentile lies; `null` of none. */
export function percentileBucket(pairs: readonly number[], percentile: number): number | null {
  let total = 0;
  for (let i = 1; i < pairs.length; i += 2) total += pairs[i] ?? 0;
  const wanted = rankOf(percentile, total);
  let seen = 0;
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    seen += pairs[i + 1] ?? 0;
    if (seen >= wanted) return pairs[i] ?? 0;
  }
  return null;
}

/**
 * {@link LatencyCounts.percentileUs} of pairs by rising bucket, µs, without a place for every bucket: a leader asks this
 * of thousands of threads a second.
 */
export function percentileOfPairsUs(pairs: readonly number[], percentile: number): number {
  const bucket = percentileBucket(pairs, percentile);
  return bucket === null ? 0 : bucketCeilingUs(bucket);
}

/**
 * `H` of the design: a histogram's summary with the histogram itself, so that results can be merged and compared.
 * All values in µs; of an empty histogram they are 0 and `count` is 0.
 */
export const LatencySummary = Type.Object({
  unit: Type.Literal('us'),
  count: Type.Integer(),
  min: Type.Number(),
  mean: Type.Number(),
  p50: Type.Number(),
  p75: Type.Number(),
  p90: Type.Number(),
  p95: Type.Number(),
  p99: Type.Number(),
  p999: Type.Number(),
  max: Type.Number(),
  /** HdrHistogram V2, compressed, base64. */
  hdr: Type.String(),
});
export type LatencySummary = Type.Static<typeof LatencySummary>;

/** The histogram of a summary. Throws what the decoder throws when `hdr` is not a histogram. */
export function histogramOf(summary: LatencySummary): Histogram {
  return decodeFromCompressedBase64(summary.hdr, 32, false, highestLatencyUs);
}

/** What a summary was made of, as pairs: its histogram has the same buckets, so nothing is lost. */
export function pairsOf(summary: LatencySummary): number[] {
  const histogram = histogramOf(summary);
  if (!(histogram instanceof JsHistogram) || histogram.totalCount === 0) return [];
  const pairs: number[] = [];
  const last = histogram.countsArrayIndex(histogram.maxValue);
  for (let bucket = 0; bucket <= last; bucket++) {
    const count = histogram.getCountAtIndex(bucket);
    if (count > 0) pairs.push(bucket, count);
  }
  return pairs;
}
