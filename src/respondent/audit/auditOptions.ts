import type { EntityId } from '../../contract/entityId.ts';
import type { SeenLive } from './liveReader.ts';

/** How an audit reads; complete, nothing has a default further in. */
export interface AuditOptions {
  /** The run whose tokens are looked for. */
  readonly runTag: string;
  /** The survey whose records the key may read. */
  readonly surveyId: EntityId;
  readonly perPage: number;
  /** Pages that are read at most, half of them from each end of a list. */
  readonly mostPages: number;
  /** Calls under way at once. */
  readonly callsAtOnce: number;
  /** Records to fetch one by one; what looks wrong is fetched whatever this says. */
  readonly maxFetches: number;
  /** `totalItems` before the walks, as `countResponses` gave it, or `null`: what is only countable is counted. */
  readonly totalBefore: number | null;
  /** Records that canvass itself created meanwhile. */
  readonly createdMeanwhile: () => number;
  /** Responses by token, as they were seen while the walks went on. */
  readonly seenLive: ReadonlyMap<string, SeenLive>;
  /** The profile says that completed walks become records: the document does not. */
  readonly demanded: boolean;
  /** How long after a completion its record may stay invisible: nothing is called lost before. */
  readonly settleMs: number;
  /** Whether nobody waits any longer: what may still become visible is told as unseen. */
  readonly isOver: () => boolean;
  /** The audit waits for records that may still become visible, at most so long. */
  readonly onWait: (missing: number, longestMs: number) => void;
  /** Takes secrets out of what is said of answers. */
  readonly redact: (text: string) => string;
  /** Named examples of each kind in the report. */
  readonly maxExamplesPerKind: number;
}

/** 100 a page is the one number that the document gives. */
export const usualAudit = {
  perPage: 100,
  mostPages: Number.POSITIVE_INFINITY,
  callsAtOnce: 4,
  maxFetches: Number.POSITIVE_INFINITY,
  totalBefore: null,
  createdMeanwhile: () => 0,
  seenLive: new Map<string, SeenLive>(),
  demanded: false,
  settleMs: 0,
  isOver: () => false,
  onWait: () => {},
  redact: (text: string) => text,
  maxExamplesPerKind: 10,
} as const satisfies Partial<AuditOptions>;
