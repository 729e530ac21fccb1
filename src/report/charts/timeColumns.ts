import { errorOutcomes } from '../../result/exchange.ts';
import type { TimelinePoint } from '../../result/timeline.ts';
import { latencyOf, latencyQuantileUs, secondsIn } from '../../result/timelineLatency.ts';
import type { TimeData } from './timeData.ts';

/** What part of a timeline is looked at: from one second to another, of one endpoint or of all. */
export interface Shown {
  readonly fromSecond: number;
  readonly toSecond: number;
  readonly endpoint: string | null;
}

/** In how many columns at most; all that it does not say otherwise is shown. */
export type TimeView = Partial<Shown> & { readonly mostColumns: number };

type Timeline = Pick<TimeData, 'points' | 'intervalSeconds'>;

/** Why a request did not succeed, as the charts tell them apart; `other` of results that do not say. */
export const errorKinds = [...errorOutcomes, 'other'] as const;

/**
 * A part of the timeline as columns of equal length. Counts are a second, latencies µs; null where nothing was measured.
 * What is not counted by endpoint is that of all of them.
 */
export type TimeColumns = ReturnType<typeof timeColumns>;

/** All of a timeline. */
export function wholeOf({ points, intervalSeconds }: Timeline): Shown {
  const toSecond = (points.at(-1)?.second ?? 0) + intervalSeconds;
  return { fromSecond: points[0]?.second ?? 0, toSecond, endpoint: null };
}

/** Columns of what a view shows. */
export function timeColumns(data: Timeline, view: TimeView) {
  const shown = { ...wholeOf(data), ...view };
  const { fromSecond, toSecond, endpoint } = shown;
  const groups = groupsOf(data, shown);
  const per = groups[0]?.seconds ?? 1;
  const rate = (pick: (point: TimelinePoint) => number): number[] =>
    groups.map(({ points }) => round(points.reduce((sum, point) => sum + pick(point), 0) / per));
  const outcome = (name: string): number[] => rate((point) => outcomeIn(point, endpoint, name));
  const latencies = groups.map(({ points }) => latencyOf(points, endpoint));
  const percentile = (share: number, exact: 'p50' | 'p95' | 'p99'): (number | null)[] =>
    groups.map(({ points }, i) => {
      const [only] = points;
      if (endpoint === null && points.length === 1 && only !== undefined) return only[exact] || null;
      const latency = latencies[i];
      if (latency === undefined || latency.total === 0) return null;
      // A bucket reaches beyond the longest of what is in it.
      const longest = endpoint === null ? Math.max(...points.map(({ max }) => max)) : Number.POSITIVE_INFINITY;
      return Math.min(longest, latencyQuantileUs(latency, share));
    });
  const worst = (pick: (point: TimelinePoint) => number | undefined): (number | null)[] =>
    groups.map(({ points }) => {
      const known = points.map(pick).filter((value) => value !== undefined);
      return known.length === 0 ? null : round(Math.max(...known));
    });
  return {
    fromSecond,
    toSecond,
    seconds: groups.map(({ second }) => second),
    secondsPerColumn: per,
    arrivals: rate(({ arrivals }) => arrivals),
    dropped: rate(({ dropped }) => dropped),
    completed: rate(({ completed }) => completed),
    active: groups.map(({ points }) => Math.max(0, ...points.map(({ active }) => active))),
    violations: rate(({ violations }) => violations),
    requests: rate((point) => (endpoint === null ? point.requests : (point.endpoints[endpoint]?.requests ?? 0))),
    errors: {
      serverError: outcome('serverError'),
      clientError: outcome('clientError'),
      timeout: outcome('timeout'),
      connection: outcome('connection'),
      malformed: outcome('malformed'),
      other: rate((point) => unnamedErrors(point, endpoint)),
    },
    throttled: endpoint === null ? rate(({ throttled }) => throttled) : outcome('throttled'),
    expectedRejections:
      endpoint === null ? rate(({ expectedRejections }) => expectedRejections) : outcome('expectedRejection'),
    p50: percentile(0.5, 'p50'),
    p95: percentile(0.95, 'p95'),
    p99: percentile(0.99, 'p99'),
    /** The longest of all endpoints. */
    max: endpoint === null ? worst(({ max }) => max || undefined) : groups.map(() => null),
    busyPercent: worst(({ generator }) => generator?.busyPercent),
    latenessMs: worst(({ generator }) => generator?.latenessMs),
    /** Requests by timeline bucket, a map a column. */
    buckets: latencies.map(({ counts }) => counts),
  };
}

/** Points of a stretch of time that one column joins. */
export interface Group {
  readonly second: number;
  readonly seconds: number;
  readonly points: readonly TimelinePoint[];
}

/** The points of a view in groups of equal length, without gaps: seconds in which nothing happened are empty groups. */
export function groupsOf(
  { points, intervalSeconds }: Timeline,
  { fromSecond, toSecond, mostColumns }: Omit<Shown, 'endpoint'> & TimeView,
): Group[] {
  if (points.length === 0 || toSecond <= fromSecond) return [];
  const intervals = Math.max(1, Math.ceil((toSecond - fromSecond) / intervalSeconds));
  const seconds = Math.ceil(intervals / mostColumns) * intervalSeconds;
  const groups = Array.from({ length: Math.ceil((toSecond - fromSecond) / seconds) }, (_, i) => ({
    second: fromSecond + i * seconds,
    seconds,
    points: [] as TimelinePoint[],
  }));
  for (const point of points) groups[Math.floor((point.second - fromSecond) / seconds)]?.points.push(point);
  return groups;
}

function outcomeIn(point: TimelinePoint, endpoint: string | null, name: string): number {
  return secondsIn(point, endpoint).reduce((sum, { outcomes }) => sum + (outcomes?.[name] ?? 0), 0);
}

function unnamedErrors(point: TimelinePoint, endpoint: string | null): number {
  const all = endpoint === null ? point.errors : (point.endpoints[endpoint]?.errors ?? 0);
  return Math.max(0, all - errorOutcomes.reduce((sum, name) => sum + outcomeIn(point, endpoint, name), 0));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
