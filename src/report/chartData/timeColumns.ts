import type { TimelinePoint } from '../../result/timeline.ts';
import { latencyOf, latencyQuantileUs } from '../../result/timelineLatency.ts';
import type { TimeColumns } from '../pageData.ts';

/** More points than this are joined: a chart is about as many pixels wide, and its lines would become a surface. */
const mostPoints = 1000;

/**
 * The timeline as columns, with gaps (seconds in which nothing happened) as zeros. Joined points have counts a second,
 * and percentiles from the joined buckets.
 */
export function timeColumns(points: readonly TimelinePoint[], limit = mostPoints): TimeColumns | null {
  const joined = joinPoints(points, limit);
  if (joined.length === 0) return null;
  const per = joined[0]?.seconds ?? 1;
  const rate = (pick: (p: TimelinePoint) => number): number[] =>
    joined.map(({ points: group }) => round(group.reduce((sum, p) => sum + pick(p), 0) / per));
  const percentile = (q: number, pick: (p: TimelinePoint) => number): number[] =>
    joined.map(({ points: group }) =>
      Math.round(
        group.length === 1 && group[0] !== undefined ? pick(group[0]) : latencyQuantileUs(latencyOf(group), q),
      ),
    );
  return {
    seconds: joined.map(({ second }) => second),
    secondsPerPoint: per,
    arrivals: rate((p) => p.arrivals),
    requests: rate((p) => p.requests),
    active: joined.map(({ points: group }) => Math.max(0, ...group.map((p) => p.active))),
    errors: rate((p) => p.errors),
    throttled: rate((p) => p.throttled),
    dropped: rate((p) => p.dropped),
    expectedRejections: rate((p) => p.expectedRejections),
    violations: rate((p) => p.violations),
    p50: percentile(0.5, (p) => p.p50),
    p95: percentile(0.95, (p) => p.p95),
    p99: percentile(0.99, (p) => p.p99),
  };
}

/** How many seconds a point of the charts over time joins. */
export function secondsPerPoint(points: readonly TimelinePoint[]): number {
  return joinPoints(points, mostPoints)[0]?.seconds ?? 1;
}

/** Points in groups of equal length in time, at most `limit` of them, first to last second without gaps. */
export function joinPoints(
  points: readonly TimelinePoint[],
  limit: number,
): { second: number; seconds: number; points: TimelinePoint[] }[] {
  const first = points[0]?.second;
  const last = points.at(-1)?.second;
  if (first === undefined || last === undefined) return [];
  const seconds = Math.ceil((last - first + 1) / limit);
  const groups = Array.from({ length: Math.ceil((last - first + 1) / seconds) }, (_, i) => ({
    second: first + i * seconds,
    seconds,
    points: [] as TimelinePoint[],
  }));
  for (const point of points) groups[Math.floor((point.second - first) / seconds)]?.points.push(point);
  return groups;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
