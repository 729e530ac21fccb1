import type { CapacityPoint } from '../result/capacityResult.ts';
import type { TimelinePoint } from '../result/timeline.ts';
import { latencyMeanUs, latencyOf, latencyQuantileUs } from '../result/timelineLatency.ts';
import type { ProbeOutcome } from './judgeProbe.ts';
import type { ProbeSecond } from './rateProbe.ts';

/** What a probe was for: to climb, to close in on the break, to confirm, or to see whether the service recovered. */
export type Stage = 'climb' | 'bisect' | 'confirm' | 'recover';

/** One rate that was offered, and what became of it. `cut`: the search was stopped before the probe was decided. */
export interface Attempt {
  readonly stage: Stage;
  readonly ratePerSecond: number;
  /** How long it was to be; `seconds` is how long it was. */
  readonly plannedSeconds: number;
  readonly outcome: ProbeOutcome | 'cut';
  readonly early: boolean;
  readonly why: string;
  /** All seconds of the probe, and those of them that were judged. */
  readonly seconds: number;
  readonly measuredSeconds: number;
  /** Over the measured seconds, a second. Arrivals are what truly came, so chance in them is no error of the answer. */
  readonly arrivedPerSecond: number;
  readonly completedPerSecond: number;
  readonly requestsPerSecond: number;
  readonly activeMean: number;
  readonly latencyMeanUs: number;
  readonly p50Us: number;
  readonly p95Us: number;
  readonly p99Us: number;
  readonly errorRate: number;
  readonly throttledRate: number;
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
  ratePerSecond: number,
  plannedSeconds: number,
  seconds: readonly ProbeSecond[],
  warmupSeconds: number,
  verdict: Pick<Attempt, 'outcome' | 'early' | 'why'>,
): Attempt {
  const skipped = Math.min(warmupSeconds, Math.max(0, seconds.length - 1));
  const points = seconds.slice(skipped).map((second) => second.point);
  const total = { arrivals: 0, completed: 0, requests: 0, active: 0, errors: 0, throttled: 0 };
  for (const point of points) {
    total.arrivals += point.arrivals;
    total.completed += point.completed;
    total.requests += point.requests;
    total.active += point.active;
    total.errors += point.errors;
    total.throttled += point.throttled;
  }
  const latency = latencyOf(points);
  const count = Math.max(1, points.length);
  return {
    ...verdict,
    stage,
    ratePerSecond,
    plannedSeconds,
    seconds: seconds.length,
    measuredSeconds: points.length,
    arrivedPerSecond: total.arrivals / count,
    completedPerSecond: total.completed / count,
    requestsPerSecond: total.requests / count,
    activeMean: total.active / count,
    latencyMeanUs: latencyMeanUs(latency),
    p50Us: latencyQuantileUs(latency, 0.5),
    p95Us: latencyQuantileUs(latency, 0.95),
    p99Us: latencyQuantileUs(latency, 0.99),
    errorRate: total.requests === 0 ? 0 : total.errors / total.requests,
    throttledRate: total.requests === 0 ? 0 : total.throttled / total.requests,
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
  return {
    ...(requestsPerWalk === null ? {} : { carriedPerSecond: carriedPerSecond(attempt, requestsPerWalk) }),
    offeredPerSecond: attempt.ratePerSecond,
    startedPerSecond: attempt.arrivedPerSecond,
    completedPerSecond: attempt.completedPerSecond,
    active: attempt.activeMean,
    requestsAtOnce: (attempt.requestsPerSecond * attempt.latencyMeanUs) / 1e6,
    seconds: attempt.seconds,
    p50: attempt.p50Us,
    p95: attempt.p95Us,
    p99: attempt.p99Us,
    errorRate: attempt.errorRate,
    throttledRate: attempt.throttledRate,
    withinSlo: attempt.outcome === 'held',
    outcome: attempt.outcome,
    stage: attempt.stage,
    reason: attempt.why,
  };
}
