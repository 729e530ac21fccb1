import type { CapacityResult } from '../result/capacityResult.ts';
import { isSameRate, measuredRates } from '../result/measuredRates.ts';
import { forecastAt, forecastLimits } from './latencyCurve.ts';
import { judgeRate, type PlanFor, planOf } from './plan.ts';

/** So many rates are compared, beside the peaks. */
const mostCompared = 4;

/** The rates at which latency is known of all: those that were measured in most of them, from the highest. */
function comparableRates(capacities: readonly CapacityResult[]): number[] {
  const held = capacities.flatMap(({ points }) => measuredRates(points.filter(({ withinSlo }) => withinSlo)));
  const rates = held
    .map(({ ratePerSecond }) => ({ ratePerSecond, known: capacities.map((each) => forecastAt(each, ratePerSecond)) }))
    .filter(({ known }) => known.every(({ p99 }) => p99 !== null))
    .map(({ ratePerSecond, known }) => ({ ratePerSecond, measured: known.filter(({ measured }) => measured).length }))
    .sort((a, b) => b.measured - a.measured || b.ratePerSecond - a.ratePerSecond);
  const chosen: number[] = [];
  for (const { ratePerSecond } of rates)
    if (chosen.length < mostCompared && !chosen.some((rate) => isSameRate(rate, ratePerSecond)))
      chosen.push(ratePerSecond);
  return chosen;
}

/**
 * Prepares measured capacities for planning, fresh or saved: latency to expect at rates that all of them were measured at and
 * at the peak, and for each whether it is enough.
 */
export function planCapacities(capacities: readonly CapacityResult[], planFor: PlanFor): CapacityResult[] {
  const peaks = capacities.flatMap(({ datacenter }) => planFor(datacenter)?.peakPerSecond ?? []);
  const others = comparableRates(capacities).filter((rate) => !peaks.some((peak) => isSameRate(peak, rate)));
  const rates = [...new Set([...others, ...peaks])].sort((a, b) => a - b);
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
      verdict: judgeRate(capacity, ratePerSecond).verdict,
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
