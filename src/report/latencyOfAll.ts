import { emptyHistogram, histogramOf, type LatencySummary, summaryOf } from '../result/histogram.ts';
import type { RunResult } from '../result/runResult.ts';

/** Experienced latency over all endpoints, or null when nothing was measured. Added exactly from the histograms. */
export function latencyOfAll(result: RunResult): LatencySummary | null {
  const total = emptyHistogram();
  for (const { latency } of result.endpoints)
    if (latency.experienced.count > 0) total.add(histogramOf(latency.experienced));
  return total.totalCount === 0 ? null : summaryOf(total);
}
