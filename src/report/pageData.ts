import type { Witness } from '../result/verdict.ts';
import type { TimeData } from './charts/timeData.ts';

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
