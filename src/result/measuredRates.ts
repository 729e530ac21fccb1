import type { CapacityPoint } from './capacityResult.ts';

/** What was measured at one rate, by one probe or several: the mean of them. Rates are respondents a second, latencies µs. */
export type MeasuredRate = ReturnType<typeof measuredRates>[number];

/** Rates that differ by less are one. */
const sameRate = 1.03;

/** Whether a probe says anything of the service: not where the generator or a limiter was measured, or it was cut short. */
export function isVoid({ outcome }: Pick<CapacityPoint, 'outcome'>): boolean {
  return outcome === 'generator' || outcome === 'limiter' || outcome === 'cut';
}

/** Whether two rates are one. */
export function isSameRate(a: number, b: number): boolean {
  return Math.max(a, b) <= sameRate * Math.min(a, b);
}

/**
 * What was measured, rate by rate, from the lowest: what charts draw and forecasts read. Looks for recovery are left out,
 * and probes that are void.
 */
export function measuredRates(points: readonly CapacityPoint[]) {
  const told = points
    .filter((point) => point.stage !== 'recover' && !isVoid(point))
    .toSorted((a, b) => a.startedPerSecond - b.startedPerSecond);
  const groups: CapacityPoint[][] = [];
  for (const point of told) {
    const last = groups.at(-1);
    const [first] = last ?? [];
    if (last !== undefined && first !== undefined && isSameRate(first.startedPerSecond, point.startedPerSecond))
      last.push(point);
    else groups.push([point]);
  }
  return groups.map((group) => {
    const mean = (pick: (point: CapacityPoint) => number): number =>
      group.reduce((sum, point) => sum + pick(point), 0) / group.length;
    return {
      /** Of those that came. */
      ratePerSecond: mean((point) => point.startedPerSecond),
      carriedPerSecond: mean((point) => point.carriedPerSecond ?? point.completedPerSecond),
      p50: mean((point) => point.p50),
      p95: mean((point) => point.p95),
      p99: mean((point) => point.p99),
      requestsAtOnce: mean((point) => point.requestsAtOnce ?? point.active),
    };
  });
}
