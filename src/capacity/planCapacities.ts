import type { CapacityResult } from '../result/capacityResult.ts';
import { forecastAt, forecastLimits } from './latencyCurve.ts';
import { type PlanFor, planOf } from './plan.ts';

/** Shares of the smallest capacity at which all datacenters are compared. */
const comparedShares = [0.5, 0.8, 1];

/**
 * Prepares measured capacities for planning, fresh or saved: latency to expect at rates that are equal for all of them
 * and at the peak, and for each whether it is enough.
 */
export function planCapacities(capacities: readonly CapacityResult[], planFor: PlanFor): CapacityResult[] {
  const carried = capacities.map(({ sustainablePerSecond }) => sustainablePerSecond.low).filter((low) => low > 0);
  const shared = carried.length === 0 ? [] : comparedShares.map((share) => share * Math.min(...carried));
  const peaks = capacities.flatMap(({ datacenter }) => planFor(datacenter)?.peakPerSecond ?? []);
  const rates = [...new Set([...shared, ...peaks])].sort((a, b) => a - b);
  const planned = capacities.map((capacity) => {
    const input = planFor(capacity.datacenter);
    return {
      ...capacity,
      forecast: rates.map((rate) => forecastAt(capacity, rate)),
      forecastLimits: forecastLimits(capacity),
      plan: input === null ? null : planOf(capacity, input),
    };
  });
  const supposed = whatIf(planned);
  return planned.map((capacity, at) => ({ ...capacity, whatIf: supposed[at] ?? [] }));
}

type WhatIf = NonNullable<CapacityResult['whatIf']>[number];

/** So many times the peak that is expected, without any headroom. */
const scales = [1, 1.25, 1.5, 2, 3];

/**
 * What would hold if more came than is expected, and if one datacenter were lost and its respondents went to the others in
 * equal parts: for each datacenter in turn. Nothing of those for which no peak is known.
 */
function whatIf(capacities: readonly CapacityResult[]): WhatIf[][] {
  return capacities.map((capacity) => {
    const { plan } = capacity;
    if (plan === null) return [];
    const judged = (ratePerSecond: number) => ({
      ratePerSecond,
      verdict: planOf(capacity, { peakPerSecond: ratePerSecond, headroom: 0 }).verdict ?? 'unclear',
    });
    const scaled = scales.map((scale) => ({ scale, lost: null, ...judged(plan.peakPerSecond * scale) }));
    const others = capacities.filter((other) => other !== capacity && other.plan !== null);
    const lost = others.map((other) => {
      const shared = (other.plan?.peakPerSecond ?? 0) / others.length;
      return { scale: null, lost: other.datacenter, ...judged(plan.peakPerSecond + shared) };
    });
    return [...scaled, ...lost];
  });
}
