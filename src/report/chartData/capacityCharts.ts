import type { CapacityResult } from '../../result/capacityResult.ts';

export interface CapacityCharts {
  readonly offered: readonly number[];
  /** What the service got done, in walks a second. */
  readonly carried: readonly number[];
  /** Walks a second that the fitted law expects; null without a fit. */
  readonly fitted: readonly (number | null)[];
  readonly p99Us: readonly number[];
  /** The interval of the answer, `high` null where only "at least" is known, and where latency has doubled. */
  readonly low: number;
  readonly high: number | null;
  readonly kneePerSecond: number | null;
}

/** The points of a capacity search in order of the offered rate, with what the fitted law expects at each; looks for recovery are left out. */
export function capacityCharts(capacity: CapacityResult): CapacityCharts {
  const points = capacity.points
    .filter((p) => p.stage !== 'recover')
    .sort((a, b) => a.offeredPerSecond - b.offeredPerSecond);
  const { fit } = capacity;
  return {
    offered: points.map((p) => p.offeredPerSecond),
    carried: points.map((p) => p.carriedPerSecond ?? p.completedPerSecond),
    fitted: points.map(({ active, requestsAtOnce: n = active }) =>
      fit === null || n <= 0 ? null : (fit.lambda * n) / (1 + fit.sigma * (n - 1) + fit.kappa * n * (n - 1)),
    ),
    p99Us: points.map((p) => p.p99),
    low: capacity.sustainablePerSecond.low,
    high: capacity.sustainablePerSecond.high,
    kneePerSecond: fit?.kneePerSecond ?? null,
  };
}
