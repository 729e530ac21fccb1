import type { CapacityPoint } from '../result/capacityResult.ts';
import type { TimelinePoint } from '../result/timeline.ts';
import { latencyMeanUs, latencyOf, latencyQuantileUs } from '../result/timelineLatency.ts';
import type { ProbeSecond } from './rateProbe.ts';

/** What a probe was for: to climb, to close in on the break, to confirm, or to see whether the service recovered. */
export type Stage = 'climb' | 'bisect' | 'confirm' | 'recover';

/** One rate that was offered, and what became of it, with what the search alone asks of it; means are over what was judged. */
export interface Attempt extends Readonly<Required<Omit<CapacityPoint, 'carriedPerSecond'>>> {
  readonly stage: Stage;
  /** How long it was to be; `seconds` is how long it was. */
  readonly plannedSeconds: number;
  readonly early: boolean;
  /** The seconds of it that were judged. */
  readonly measuredSeconds: number;
  readonly requestsPerSecond: number;
  /** The last two seconds alone: an overload that ends in a collapse shows here first. */
  readonly tail: { readonly completedPerSecond: number; readonly errorRate: number };
}

function tailOf(points: readonly TimelinePoint[]): Attempt['tail'] {
  const last = points.slice(-2);
  const total = (of: (point: TimelinePoint) => number): number => last.reduce((sum, point) => sum + of(point), 0);
  const requests = total((point) => point.requests);
  return {
    completedPerSecond: total((point) => point.completed) / Math.max(1, last.length),
    errorRate: requests === 0 ? 0 : total((point) => point.errors) / requests,
  };
}

/** Reads off a probe what the search, the curve and the report need of it. */
export function attemptOf(
  stage: Stage,
  offeredPerSecond: number,
  plannedSeconds: number,
  seconds: readonly ProbeSecond[],
  warmupSeconds: number,
  { outcome, early, why }: { readonly outcome: Attempt['outcome']; readonly early: boolean; readonly why: string },
): Attempt {
  const skipped = Math.min(warmupSeconds, Math.max(0, seconds.length - 1));
  const points = seconds.slice(skipped).map((second) => second.point);
  const total = (of: (point: TimelinePoint) => number): number => points.reduce((sum, point) => sum + of(point), 0);
  const count = Math.max(1, points.length);
  const latency = latencyOf(points);
  const requests = total((point) => point.requests);
  const shareOf = (some: number): number => (requests === 0 ? 0 : some / requests);
  return {
    stage,
    outcome,
    early,
    reason: why,
    withinSlo: outcome === 'held',
    offeredPerSecond,
    plannedSeconds,
    seconds: seconds.length,
    measuredSeconds: points.length,
    startedPerSecond: total((point) => point.arrivals) / count,
    completedPerSecond: total((point) => point.completed) / count,
    requestsPerSecond: requests / count,
    active: total((point) => point.active) / count,
    requestsAtOnce: ((requests / count) * latencyMeanUs(latency)) / 1e6,
    p50: latencyQuantileUs(latency, 0.5),
    p95: latencyQuantileUs(latency, 0.95),
    p99: latencyQuantileUs(latency, 0.99),
    errorRate: shareOf(total((point) => point.errors)),
    throttledRate: shareOf(total((point) => point.throttled)),
    tail: tailOf(points),
  };
}

/**
 * What the service got done, in walks a second: its successful requests by the requests of a walk. In an overload walks
 * take ever longer, so that fewer end than the service has the work of done.
 */
export function carriedPerSecond(attempt: Attempt, requestsPerWalk: number): number {
  return (attempt.requestsPerSecond * (1 - attempt.errorRate - attempt.throttledRate)) / requestsPerWalk;
}

/** The attempt as results keep it; `requestsPerWalk` is null before a walk was seen. */
export function pointOf(attempt: Attempt, requestsPerWalk: number | null): CapacityPoint {
  const { plannedSeconds, early, measuredSeconds, requestsPerSecond, tail, ...point } = attempt;
  return requestsPerWalk === null ? point : { ...point, carriedPerSecond: carriedPerSecond(attempt, requestsPerWalk) };
}
