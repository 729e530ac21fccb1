import { outcomesBesideOk, sumOfOutcomes, worstGenerator } from '../../result/tally/timelineTally.ts';
import type { EndpointSecond, Timeline, TimelinePoint } from '../../result/timeline.ts';
import { latencyOf, latencyQuantileUs } from '../../result/timelineLatency.ts';

/** Counts by name, added. */
export function addCounts(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const counts of all)
    for (const [name, count] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
  return total;
}

/**
 * Timelines of shards as one, each moved by how much later it began. Seconds that one shard alone has keep their
 * percentiles; of the others they come from the added buckets, to 2 %.
 */
export function mergeTimelines(shards: readonly { timeline: Timeline; laterMs: number }[]): Timeline {
  const bySecond = new Map<number, TimelinePoint[]>();
  for (const { timeline, laterMs } of shards)
    for (const point of timeline.points) {
      const second = point.second + Math.round(laterMs / 1000 / timeline.intervalSeconds);
      bySecond.set(second, [...(bySecond.get(second) ?? []), { ...point, second }]);
    }
  const points = [...bySecond].sort((a, b) => a[0] - b[0]).map(([second, parts]) => mergePoints(second, parts));
  return { intervalSeconds: shards[0]?.timeline.intervalSeconds ?? 1, points };
}

function mergePoints(second: number, parts: readonly TimelinePoint[]): TimelinePoint {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const add = (pick: (point: TimelinePoint) => number): number => parts.reduce((sum, point) => sum + pick(point), 0);
  const max = Math.max(...parts.map((point) => point.max));
  const latency = latencyOf(parts);
  const at = (share: number): number => Math.min(max, latencyQuantileUs(latency, share));
  return {
    second,
    arrivals: add((p) => p.arrivals),
    dropped: add((p) => p.dropped),
    active: add((p) => p.active),
    completed: add((p) => p.completed),
    requests: add((p) => p.requests),
    errors: add((p) => p.errors),
    throttled: add((p) => p.throttled),
    expectedRejections: add((p) => p.expectedRejections),
    violations: add((p) => p.violations),
    p50: at(0.5),
    p90: at(0.9),
    p95: at(0.95),
    p99: at(0.99),
    max,
    endpoints: mergeEndpointSeconds(parts),
    ...worstGenerator(parts),
  };
}

function mergeEndpointSeconds(parts: readonly TimelinePoint[]): Record<string, EndpointSecond> {
  const merged: Record<string, EndpointSecond> = {};
  for (const [name, second] of parts.flatMap((point) => Object.entries(point.endpoints))) {
    const known = merged[name];
    merged[name] =
      known === undefined
        ? second
        : {
            requests: known.requests + second.requests,
            errors: known.errors + second.errors,
            buckets: addBuckets(known.buckets, second.buckets),
            ...outcomesBesideOk(sumOfOutcomes([known, second])),
          };
  }
  return merged;
}

function addBuckets(a: readonly number[], b: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const buckets of [a, b])
    for (let i = 0; i + 1 < buckets.length; i += 2) {
      const bucket = buckets[i] ?? 0;
      counts.set(bucket, (counts.get(bucket) ?? 0) + (buckets[i + 1] ?? 0));
    }
  return [...counts].sort((x, y) => x[0] - y[0]).flat();
}
