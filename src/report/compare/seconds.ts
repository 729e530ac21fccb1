import type { RunResult } from '../../result/runResult.ts';
import { timelineBucketsPerOctave } from '../../result/timelineLatency.ts';

/**
 * Experienced latency of one endpoint by second, as running totals: row `i` holds, for every bucket, how many requests
 * were in it before second `i`. So the histogram of any stretch of seconds is one row less another.
 */
export type Seconds = NonNullable<ReturnType<typeof summedSeconds>>;

/** The seconds of an endpoint in a run, or null when nothing was measured. */
export function secondsOf({ timeline: { points } }: RunResult, endpoint: string): Seconds | null {
  const first = points[0]?.second;
  const last = points.at(-1)?.second;
  if (first === undefined || last === undefined) return null;
  const counted = points.map((point) => ({ second: point.second, buckets: point.endpoints[endpoint]?.buckets ?? [] }));
  return summedSeconds(counted, first, last, timelineBucketsPerOctave);
}

/** Latency of one second as sparse pairs [bucket, count, …]. */
interface CountedSecond {
  readonly second: number;
  readonly buckets: readonly number[];
}

/** Running totals over the seconds `first` to `last`, or null where nothing was counted. A second may come in parts. */
export function summedSeconds(
  counted: readonly CountedSecond[],
  first: number,
  last: number,
  bucketsPerOctave: number,
) {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  let requests = 0;
  for (const { buckets: sparse } of counted) {
    for (let i = 0; i + 1 < sparse.length; i += 2) {
      lowest = Math.min(lowest, sparse[i] ?? lowest);
      highest = Math.max(highest, sparse[i] ?? highest);
      requests += sparse[i + 1] ?? 0;
    }
  }
  if (requests === 0) return null;
  const buckets = highest - lowest + 1;
  const seconds = last - first + 1;
  const totals = new Float64Array((seconds + 1) * buckets);
  for (const { second, buckets: sparse } of counted) {
    const row = (second - first + 1) * buckets;
    for (let i = 0; i + 1 < sparse.length; i += 2) {
      const at = row + (sparse[i] ?? 0) - lowest;
      totals[at] = (totals[at] ?? 0) + (sparse[i + 1] ?? 0);
    }
  }
  for (let at = buckets; at < totals.length; at++) totals[at] = (totals[at] ?? 0) + (totals[at - buckets] ?? 0);
  return {
    /** Seconds in which the endpoint could have been called: first to last of the run. */
    seconds,
    requests,
    bucketsPerOctave,
    /** The bucket of column 0. */
    lowestBucket: lowest,
    buckets,
    /** (seconds + 1) × buckets. */
    totals,
  };
}

/** Adds the histogram of the seconds `from` up to but not including `to` to `into`. */
export function addStretch({ totals, buckets }: Seconds, from: number, to: number, into: Float64Array): void {
  const low = from * buckets;
  const high = to * buckets;
  for (let i = 0; i < buckets; i++) into[i] = (into[i] ?? 0) + (totals[high + i] ?? 0) - (totals[low + i] ?? 0);
}

/** Natural logarithm of a percentile (share of 1) in µs, interpolated within its bucket; NaN of an empty histogram. */
export function logPercentile(
  counts: Float64Array,
  { lowestBucket, bucketsPerOctave }: Pick<Seconds, 'lowestBucket' | 'bucketsPerOctave'>,
  share: number,
): number {
  let total = 0;
  for (const count of counts) total += count;
  if (total === 0) return Number.NaN;
  let rest = total * share;
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i] ?? 0;
    if (count > 0 && rest <= count) return ((lowestBucket + i + rest / count) / bucketsPerOctave) * Math.LN2;
    rest -= count;
  }
  return ((lowestBucket + counts.length) / bucketsPerOctave) * Math.LN2;
}
