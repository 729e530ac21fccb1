import { histogramOf, type LatencySummary, recordedValues } from '../../result/histogram.ts';
import type { EndpointResult } from '../../result/runResult.ts';

/** Values at percentiles by nines: `nines` is −log10(1 − p), so 1 is p90, 2 is p99. Latencies in µs. */
export interface PercentileCurve {
  readonly nines: readonly number[];
  readonly us: readonly number[];
}

/** Requests by latency: `edgesUs` are lower edges of bins of equal ratio. */
export interface LatencyBins {
  readonly edgesUs: readonly number[];
  readonly experienced: readonly number[];
  readonly service: readonly number[];
}

export interface EndpointCharts {
  readonly endpoint: string;
  readonly experienced: PercentileCurve;
  readonly service: PercentileCurve;
  readonly bins: LatencyBins;
}

/** Percentile curves and latency bins of an endpoint, from its histograms; null when nothing was measured. */
export function endpointCharts(endpoint: EndpointResult): EndpointCharts | null {
  const { experienced, service } = endpoint.latency;
  if (experienced.count === 0) return null;
  return {
    endpoint: endpoint.endpoint,
    experienced: percentileCurve(experienced),
    service: percentileCurve(service),
    bins: latencyBins(experienced, service),
  };
}

/** Ten points to each nine, as far as the number of values supports: one value in 1,000 says nothing about p99.99. */
function percentileCurve(summary: LatencySummary): PercentileCurve {
  const histogram = histogramOf(summary);
  const last = Math.log10(Math.max(2, summary.count));
  const nines: number[] = [];
  for (let step = 0; step / 10 < last; step++) nines.push(step / 10);
  nines.push(Number(last.toFixed(3)));
  return {
    nines,
    us: nines.map((n) => Math.min(summary.max, histogram.getValueAtPercentile(100 * (1 - 10 ** -n)))),
  };
}

/** Bins of a twelfth of a decade between the smallest and the largest latency of both. */
function latencyBins(experienced: LatencySummary, service: LatencySummary): LatencyBins {
  const perDecade = 12;
  const binOf = (us: number): number => Math.floor(Math.log10(Math.max(1, us)) * perDecade);
  const low = binOf(service.count > 0 ? Math.min(experienced.min, service.min) : experienced.min);
  const high = binOf(Math.max(experienced.max, service.max));
  const countsOf = (summary: LatencySummary): number[] => {
    const counts = Array.from({ length: high - low + 1 }, () => 0);
    for (const { us, count } of recordedValues(summary)) {
      const bin = Math.min(high, Math.max(low, binOf(us))) - low;
      counts[bin] = (counts[bin] ?? 0) + count;
    }
    return counts;
  };
  return {
    edgesUs: Array.from({ length: high - low + 2 }, (_, i) => Math.round(10 ** ((low + i) / perDecade))),
    experienced: countsOf(experienced),
    service: countsOf(service),
  };
}
