import type { LatencySummary } from '../../result/histogram.ts';
import { percentileOf } from '../measures.ts';
import { optionalLatencyText } from '../quantities.ts';

/** The end of a row about latency: percentiles, a dash where too little was measured to name one, and the longest. */
export function latencyCells(
  latency: LatencySummary,
  percentiles: readonly Parameters<typeof percentileOf>[1][],
): string[] {
  return [
    ...percentiles.map((name) => optionalLatencyText(percentileOf(latency, name))),
    optionalLatencyText(latency.count === 0 ? null : latency.max),
  ];
}
