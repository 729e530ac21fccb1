import type { EndpointSecond, TimelinePoint } from './timeline.ts';

/** Latency of some seconds together, in the timeline's buckets: `counts` by bucket, and their sum. */
type TimelineLatency = ReturnType<typeof latencyOf>;

/** Adds up the seconds' experienced latency, over all endpoints or of one. */
export function latencyOf(points: readonly TimelinePoint[], endpoint: string | null = null) {
  const counts = new Map<number, number>();
  let total = 0;
  for (const point of points)
    for (const { buckets } of secondsIn(point, endpoint))
      for (let i = 0; i + 1 < buckets.length; i += 2) {
        const bucket = buckets[i] ?? 0;
        const count = buckets[i + 1] ?? 0;
        counts.set(bucket, (counts.get(bucket) ?? 0) + count);
        total += count;
      }
  return { counts, total };
}

/** The value (µs) that the share `quantile` of requests did not exceed, within the 4.4 % of a bucket; 0 of none. */
export function latencyQuantileUs(latency: TimelineLatency, quantile: number): number {
  let left = latency.total * quantile;
  const ordered = [...latency.counts].sort(([a], [b]) => a - b);
  for (const [bucket, count] of ordered) {
    if (left <= count) return timelineBucketFloorUs(bucket + (count === 0 ? 0 : left / count));
    left -= count;
  }
  const last = ordered.at(-1);
  return last === undefined ? 0 : timelineBucketFloorUs(last[0] + 1);
}

/** Mean latency, µs, each bucket counted at its middle; 0 of none. */
export function latencyMeanUs(latency: TimelineLatency): number {
  let sum = 0;
  for (const [bucket, count] of latency.counts) sum += timelineBucketFloorUs(bucket + 0.5) * count;
  return latency.total === 0 ? 0 : sum / latency.total;
}

/** What a second has of one endpoint, or of each. */
export function secondsIn({ endpoints }: TimelinePoint, endpoint: string | null): EndpointSecond[] {
  if (endpoint === null) return Object.values(endpoints);
  const only = endpoints[endpoint];
  return only === undefined ? [] : [only];
}

/** Sixteen buckets an octave: each is 4.4 % wide. */
export const timelineBucketsPerOctave = 16;

/** The timeline bucket of a latency in µs; everything below 1 µs is in bucket 0. */
export function timelineBucketOf(latencyUs: number): number {
  return latencyUs <= 1 ? 0 : Math.floor(Math.log2(latencyUs) * timelineBucketsPerOctave);
}

/** Lower edge of a timeline bucket, µs. */
export function timelineBucketFloorUs(bucket: number): number {
  return 2 ** (bucket / timelineBucketsPerOctave);
}
