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

/** p95 of both sides of a duet, µs; null where no pair left. */
export interface SideColumns {
  readonly seconds: readonly number[];
  readonly base: readonly (number | null)[];
  readonly candidate: readonly (number | null)[];
}

/** What the report's script reads. On the live page it changes as the run goes on. */
export interface ReportData {
  time: TimeColumns | null;
  heat: HeatMap | null;
  readonly endpoints: readonly EndpointCharts[];
  readonly capacity: readonly CapacityCharts[];
  /** Of a duet only. */
  readonly sides?: SideColumns;
  /** By violation id, and by observation id and alternative (`id/0`): witnesses are shown on demand. */
  readonly witnesses: Record<string, Witness>;
  /** What the live page sends with its stop button, so that no other page can press it; empty elsewhere. */
  readonly stopToken: string;
}

/** The newest second of a run, as the live page is told of it; `heat` is pairs of row and count. */
export interface LiveSecond {
  readonly second: number;
  readonly values: Readonly<Record<TimeColumnName, number>>;
  readonly heat: readonly number[];
}

export const timeColumnNames = [
  'arrivals',
  'requests',
  'active',
  'errors',
  'throttled',
  'dropped',
  'expectedRejections',
  'violations',
  'p50',
  'p95',
  'p99',
] as const;
export type TimeColumnName = (typeof timeColumnNames)[number];

/** Parts of the live page by element id, as markup, with the witnesses that are new. */
export interface LiveView {
  readonly parts: Readonly<Record<string, string>>;
  readonly witnesses: Readonly<Record<string, Witness>>;
}

/** How long the live page looks back. */
export const liveSeconds = 900;

/** Lower edge of a row of the heat map, µs: four rows to an octave. */
export function heatRowFloorUs(row: number): number {
  return 2 ** (row / 4);
}
