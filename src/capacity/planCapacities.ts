import type { CapacityResult } from '../result/capacityResult.ts';
import { forecastAt, forecastLimits } from './latencyCurve.ts';
import { type PlanInput, planOf } from './plan.ts';

/** Shares of the smallest capacity at which all datacenters are compared. */
const comparedShares = [0.5, 0.8, 1];

/**
 * Prepares measured capacities for planning, fresh or saved: latency to expect at rates that are equal for all of them
 * and at the peak, and for each whether it is enough.
 */
export function planCapacities(capacities: readonly CapacityResult[], planned: PlanInput | null): CapacityResult[] {
  const carried = capacities.map(({ sustainablePerSecond }) => sustainablePerSecond.low).filter((low) => low > 0);
  const shared = carried.length === 0 ? [] : comparedShares.map((share) => share * Math.min(...carried));
  const rates = [...new Set([...shared, ...(planned === null ? [] : [planned.peakPerSecond])])].sort((a, b) => a - b);
  return capacities.map((capacity) => ({
    ...capacity,
    forecast: rates.map((rate) => forecastAt(capacity.points, rate)),
    forecastLimits: forecastLimits(capacity),
    plan: planned === null ? null : planOf(capacity, planned),
  }));
}
