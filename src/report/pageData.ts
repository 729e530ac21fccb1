import type { ThresholdStanding } from '../result/thresholdStanding.ts';
import type { TimelinePoint } from '../result/timeline.ts';
import type { Witness } from '../result/verdict.ts';

/** Everything that the charts over time are drawn from, in full detail: at the first sight, zoomed in, for one endpoint. */
export interface TimeData {
  readonly intervalSeconds: number;
  readonly points: readonly TimelinePoint[];
  /** What was planned; null where no load was offered by a plan. */
  readonly schedule: Schedule | null;
  readonly limits: readonly LimitLine[];
}

/** What the report's script reads. */
export interface ReportData {
  /** `TimeData` as JSON, deflated and in base64; empty without a timeline, and on the live page, which is sent it by seconds. */
  readonly time: string;
  /** By violation id, and by observation id and alternative (`id/0`): witnesses are shown on demand. */
  readonly witnesses: Record<string, Witness>;
  /** What the live page sends with its stop button, so that no other page can press it; empty elsewhere. */
  readonly stopToken: string;
  /** Where traces are looked at, `{traceId}` in the place of the id. */
  readonly traceUrl?: string;
}

/** Parts of the live page by element id, as markup, with the witnesses that are new; and what its charts are drawn with. */
export interface LiveView extends Pick<TimeData, 'schedule' | 'limits'> {
  readonly parts: Readonly<Record<string, string>>;
  readonly witnesses: Readonly<Record<string, Witness>>;
}

/** How long the live page looks back. */
export const liveSeconds = 900;

/** A stretch of the plan in which the load goes straight from one level to another; seconds since the start of the run. */
export interface PlannedStage {
  readonly fromSecond: number;
  readonly toSecond: number;
  /** Arrivals a second, or respondents at once. */
  readonly from: number;
  readonly to: number;
}

/** What load was planned: the levels of an open model are arrivals a second, those of a closed one respondents at once. */
export interface Schedule {
  readonly model: 'open' | 'closed';
  /** One of each run: several of runs that are pooled. */
  readonly stretches: readonly PlannedStretch[];
}

/** The plan of one run on the time axis of all. */
export interface PlannedStretch {
  readonly fromSecond: number;
  /** Where the next one begins; null of the last, which ends with the run. */
  readonly toSecond: number | null;
  readonly warmupSeconds: number;
  readonly stages: readonly PlannedStage[];
}

/** Second in which the last stage ends; after it walks under way come to their end. */
export function plannedEnd({ stages, fromSecond }: PlannedStretch): number {
  return stages.at(-1)?.toSecond ?? fromSecond;
}

/** A threshold that has a place in a chart over time. */
export interface LimitLine {
  readonly expression: string;
  readonly standing: ThresholdStanding;
  /** Null for all endpoints together. */
  readonly endpoint: string | null;
  /** `latency`: limit in µs; `errors`: as a share of the requests. */
  readonly of: 'latency' | 'errors';
  readonly limit: number;
}
