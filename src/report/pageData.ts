import type { Witness } from '../result/verdict.ts';

/** Columns of the timeline, one value a point; latencies in µs, counts a second. */
export interface TimeColumns {
  /** Seconds since the start of the run. */
  readonly seconds: readonly number[];
  readonly secondsPerPoint: number;
  readonly arrivals: readonly number[];
  readonly requests: readonly number[];
  readonly active: readonly number[];
  readonly errors: readonly number[];
  readonly throttled: readonly number[];
  readonly dropped: readonly number[];
  readonly expectedRejections: readonly number[];
  readonly violations: readonly number[];
  readonly p50: readonly number[];
  readonly p95: readonly number[];
  readonly p99: readonly number[];
}

/** Requests by time and latency: `cells` are triples of column, row and count. */
export interface HeatMap {
  readonly secondsPerColumn: number;
  readonly columns: number;
  /** Lower edges of the rows, µs, ascending; one more closes the last. */
  readonly edgesUs: readonly number[];
  readonly cells: readonly number[];
}

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

export interface CapacityCharts {
  readonly datacenter: string;
  readonly offered: readonly number[];
  readonly completed: readonly number[];
  /** Completed a second that the fitted law expects; null without a fit. */
  readonly fitted: readonly (number | null)[];
  readonly p99Us: readonly number[];
}

/** What the report's script reads. */
export interface ReportData {
  readonly time: TimeColumns | null;
  readonly heat: HeatMap | null;
  readonly endpoints: readonly EndpointCharts[];
  readonly capacity: readonly CapacityCharts[];
  /** By violation id, and by observation id and alternative (`id/0`): witnesses are shown on demand. */
  readonly witnesses: Readonly<Record<string, Witness>>;
}
