import type { RunResult } from '../../result/runResult.ts';

/**
 * Experienced latency of one endpoint by second, as running totals: row `i` holds, for every bucket, how many requests
 * were in it before second `i`. So the histogram of any stretch of seconds is one row less another.
 */
export interface Seconds {
  /** Seconds in which the endpoint could have been called: first to last of the run. */
  readonly seconds: number;
  readonly requests: number;
  /** The timeline bucket of column 0. */
  readonly lowestBucket: number;
  readonly buckets: number;
  /** (seconds + 1) × buckets. */
  readonly totals: Float64Array;
}

/** The seconds of an endpoint in a run, or null when nothing was measured. */
export function secondsOf({ timeline: { points } }: RunResult, endpoint: string): Seconds | null {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  let requests = 0;
  for (const point of points) {
    const sparse = point.endpoints[endpoint]?.buckets ?? [];
    for (let i = 0; i + 1 < sparse.length; i += 2) {
      lowest = Math.min(lowest, sparse[i] ?? lowest);
      highest = Math.max(highest, sparse[i] ?? highest);
      requests += sparse[i + 1] ?? 0;
    }
  }
  const first = points[0]?.second;
  const last = points.at(-1)?.second;
  if (requests === 0 || first === undefined || last === undefined) return null;
  const buckets = highest - lowest + 1;
  const seconds = last - first + 1;
  const totals = new Float64Array((seconds + 1) * buckets);
  for (const point of points) {
    const row = (point.second - first + 1) * buckets;
    const sparse = point.endpoints[endpoint]?.buckets ?? [];
    for (let i = 0; i + 1 < sparse.length; i += 2) {
      const at = row + (sparse[i] ?? 0) - lowest;
      totals[at] = (totals[at] ?? 0) + (sparse[i + 1] ?? 0);
    }
  }
  for (let at = buckets; at < totals.length; at++) totals[at] = (totals[at] ?? 0) + (totals[at - buckets] ?? 0);
  return { seconds, requests, lowestBucket: lowest, buckets, totals };
}

/** Adds the histogram of the seconds `from` up to but not including `to` to `into`. */
export function addStretch({ totals, buckets }: Seconds, from: number, to: number, into: Float64Array): void {
  const low = from * buckets;
  const high = to * buckets;
  for (let i = 0; i < buckets; i++) into[i] = (into[i] ?? 0) + (totals[high + i] ?? 0) - (totals[low + i] ?? 0);
}

/** Natural logarithm of a percentile (share of 1) in µs, interpolated within its bucket; NaN of an empty histogram. */
export function logPercentile(counts: Float64Array, lowestBucket: number, share: number): number {
  let total = 0;
  for (const count of counts) total += count;
  if (total === 0) return Number.NaN;
  let rest = total * share;
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i] ?? 0;
    if (count > 0 && rest <= count) return ((lowestBucket + i + rest / count) / 16) * Math.LN2;
    rest -= count;
  }
  return ((lowestBucket + counts.length) / 16) * Math.LN2;
}
