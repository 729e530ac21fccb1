import type { Histogram } from 'hdr-histogram-js';
import {
  emptyHistogram,
  highestLatencyUs,
  type LatencySummary,
  rankOf,
  recordedBuckets,
} from '../histogramPercentiles.ts';

/** Layout of an HDR histogram with 3 significant digits from 1 µs on: 2,048 buckets of 1 µs, then 1,024 an octave. */
const halfBuckets = 1024;
const halfBucketsBits = 10;

/** Index of the bucket that holds a whole number of µs, 0 to ten minutes: the index that HdrHistogram gives it. */
function bucketOf(latencyUs: number): number {
  const octave = 21 - Math.clz32(latencyUs | 2047);
  return ((octave + 1) << halfBucketsBits) + (latencyUs >>> octave) - halfBuckets;
}

/** Smallest value of a bucket, µs. */
export function bucketFloorUs(bucket: number): number {
  if (bucket < 2 * halfBuckets) return bucket;
  const octave = (bucket >>> halfBucketsBits) - 1;
  return (halfBuckets + (bucket & (halfBuckets - 1))) * 2 ** octave;
}

/** Largest value of a bucket, µs. */
function bucketCeilingUs(bucket: number): number {
  return bucketFloorUs(bucket + 1) - 1;
}

/** A latency (µs) as exact as those that are counted: so that the slowest exchange and the longest latency are one figure. */
export function asCountedUs(latencyUs: number): number {
  return bucketCeilingUs(bucketOf(Math.round(Math.min(highestLatencyUs, Math.max(0, latencyUs)))));
}

const bucketCount = bucketOf(highestLatencyUs) + 1;

/** What a summary was made of, as pairs: its histogram has the same buckets, so nothing is lost. */
export function pairsOf(summary: LatencySummary): number[] {
  return recordedBuckets(summary).flatMap(({ bucket, count }) => [bucket, count]);
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
 * Latency counts in the buckets of HdrHistogram (µs, 3 digits, up to ten minutes), for the hot path and for exact
 * sums: recording costs an eighth of the library's (`npm run bench`), memory is constant, and what was counted can be
 * taken away as sparse pairs. The library takes over where a histogram leaves the process.
 */
export class LatencyCounts {
  readonly #counts = new Uint32Array(bucketCount);
  #lowest = bucketCount;
  #highest = -1;
  #total = 0;

  /** How many latencies were recorded. */
  get count(): number {
    return this.#total;
  }

  /** Records a latency in µs: rounded, and bounded to 0 and ten minutes. Anything that is no number counts as 0. */
  record(latencyUs: number): void {
    const bounded = latencyUs > 0 ? (latencyUs < highestLatencyUs ? Math.round(latencyUs) : highestLatencyUs) : 0;
    this.#add(bucketOf(bounded), 1);
  }

  #add(bucket: number, count: number): void {
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + count;
    this.#total += count;
    if (bucket < this.#lowest) this.#lowest = bucket;
    if (bucket > this.#highest) this.#highest = bucket;
  }

  /**
   * Adds pairs [bucket, count, …] of another one; pairs outside the range of buckets are left out.
   *
   * @param times -1 takes off pairs that were added before, so that these are the counts of what was added since
   */
  addPairs(pairs: readonly number[], times: 1 | -1 = 1): void {
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      const bucket = pairs[i] ?? -1;
      if (bucket >= 0 && bucket < bucketCount) this.#add(bucket, times * (pairs[i + 1] ?? 0));
    }
    if (times > 0) return;
    if (this.#total === 0) {
      this.#lowest = bucketCount;
      this.#highest = -1;
      return;
    }
    while (this.#counts[this.#lowest] === 0) this.#lowest++;
    while (this.#counts[this.#highest] === 0) this.#highest--;
  }

  /** What was recorded as pairs [bucket, count, …] by rising bucket. */
  pairs(): number[] {
    const pairs: number[] = [];
    for (let bucket = this.#lowest; bucket <= this.#highest; bucket++) {
      const count = this.#counts[bucket] ?? 0;
      if (count > 0) pairs.push(bucket, count);
    }
    return pairs;
  }

  /** {@link pairs}, and forgets them. */
  takePairs(): number[] {
    const pairs = this.pairs();
    this.clear();
    return pairs;
  }

  clear(): void {
    this.#counts.fill(0, Math.max(0, Math.min(this.#lowest, bucketCount)), this.#highest + 1);
    this.#lowest = bucketCount;
    this.#highest = -1;
    this.#total = 0;
  }

  /** The largest latency, as exact as its bucket; 0 when there is none. */
  get maxUs(): number {
    return this.#highest < 0 ? 0 : bucketCeilingUs(this.#highest);
  }

  /** The smallest latency, as exact as its bucket; 0 when there is none. */
  get minUs(): number {
    return this.#highest < 0 ? 0 : bucketFloorUs(this.#lowest);
  }

  /** Mean of the middles of the buckets, µs; 0 when there is none. */
  get meanUs(): number {
    if (this.#total === 0) return 0;
    let sum = 0;
    for (let bucket = this.#lowest; bucket <= this.#highest; bucket++) {
      const count = this.#counts[bucket] ?? 0;
      if (count > 0) sum += count * ((bucketFloorUs(bucket) + bucketCeilingUs(bucket)) / 2);
    }
    return sum / this.#total;
  }

  /**
   * The latency that `percentile` (0 to 100) of those recorded do not exceed, µs, as HdrHistogram defines it: the
   * largest value of the bucket. 0 when there is none; never above {@link maxUs}.
   */
  percentileUs(percentile: number): number {
    if (this.#total === 0) return 0;
    const wanted = rankOf(percentile, this.#total);
    let seen = 0;
    for (let bucket = this.#lowest; bucket <= this.#highest; bucket++) {
      seen += this.#counts[bucket] ?? 0;
      if (seen >= wanted) return bucketCeilingUs(bucket);
    }
    return this.maxUs;
  }

  /** The same counts as a histogram of the library; its maximum is as exact as its bucket. */
  toHistogram(): Histogram {
    const histogram = emptyHistogram();
    for (let bucket = this.#lowest; bucket <= this.#highest; bucket++) {
      const count = this.#counts[bucket] ?? 0;
      if (count > 0) histogram.recordValueWithCount(bucketCeilingUs(bucket), count);
    }
    return histogram;
  }
}
