import { build, encodeIntoCompressedBase64, type Histogram } from 'hdr-histogram-js';
import {
  bucketCeilingUs,
  bucketFloorUs,
  bucketMiddleUs,
  bucketOf,
  highestLatencyUs,
  type LatencySummary,
  pairsOf,
  percentileOfPairsUs,
} from '../histogramPercentiles.ts';

const bucketCount = bucketOf(highestLatencyUs) + 1;

/** Several summaries as one. */
export function countsOf(summaries: Iterable<LatencySummary>): LatencyCounts {
  const counts = new LatencyCounts();
  for (const each of summaries) if (each.count > 0) counts.addPairs(pairsOf(each));
  return counts;
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
  record(latencyUs: number, count = 1): void {
    const bounded = latencyUs > 0 ? (latencyUs < highestLatencyUs ? Math.round(latencyUs) : highestLatencyUs) : 0;
    this.#add(bucketOf(bounded), count);
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
      if (count > 0) sum += count * bucketMiddleUs(bucket);
    }
    return sum / this.#total;
  }

  /** As {@link percentileOfPairsUs}. */
  percentileUs(percentile: number): number {
    return percentileOfPairsUs(this.pairs(), percentile);
  }

  /** As results carry it, with the histogram itself. */
  summary(): LatencySummary {
    const pairs = this.pairs();
    return {
      unit: 'us',
      count: this.#total,
      min: this.minUs,
      mean: this.meanUs,
      p50: percentileOfPairsUs(pairs, 50),
      p75: percentileOfPairsUs(pairs, 75),
      p90: percentileOfPairsUs(pairs, 90),
      p95: percentileOfPairsUs(pairs, 95),
      p99: percentileOfPairsUs(pairs, 99),
      p999: percentileOfPairsUs(pairs, 99.9),
      max: this.maxUs,
      hdr: encodeIntoCompressedBase64(this.toHistogram()),
    };
  }

  /** The same counts as a histogram of the library: µs, 3 significant digits; its maximum is as exact as its bucket. */
  toHistogram(): Histogram {
    const histogram = build({
      bitBucketSize: 32,
      autoResize: true,
      lowestDiscernibleValue: 1,
      highestTrackableValue: highestLatencyUs,
      numberOfSignificantValueDigits: 3,
    });
    for (let bucket = this.#lowest; bucket <= this.#highest; bucket++) {
      const count = this.#counts[bucket] ?? 0;
      if (count > 0) histogram.recordValueWithCount(bucketCeilingUs(bucket), count);
    }
    return histogram;
  }
}
