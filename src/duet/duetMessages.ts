import type { ToolErrorCode } from '../errors.ts';
import type { PackedPlan } from '../load/shard/shardPlan.ts';
import type { LedgerColumns } from '../respondent/audit/completionLedger.ts';
import type { DifferenceRow, DuetSide, PairCounts, PairSecond } from '../result/duetResult.ts';
import type { SecondDelta } from '../result/tally/delta.ts';

/** What the generating thread of a duet needs to know. */
export interface DuetThreadPlan {
  readonly sides: Readonly<Record<DuetSide, PackedPlan>>;
  /** Names of differences that mean nothing. */
  readonly learnt: readonly string[];
}

/** What the thread is told. */
export type ToDuetThread = { readonly kind: 'stop'; readonly graceMs: number };

/** One second of both sides. */
export interface DuetSecond {
  readonly deltas: Readonly<Record<DuetSide, SecondDelta>>;
  readonly pairs: readonly PairSecond[];
}

/** What the thread hands over at its end. */
export interface DuetOutcome {
  readonly completions: Readonly<Record<DuetSide, LedgerColumns | null>>;
  readonly differences: readonly DifferenceRow[];
  /** Names of all differences that were met. */
  readonly names: readonly string[];
  readonly counts: PairCounts;
}

export type FromDuetThread =
  | { readonly kind: 'second'; readonly second: DuetSecond }
  | { readonly kind: 'finished'; readonly outcome: DuetOutcome }
  | { readonly kind: 'failed'; readonly code: ToolErrorCode | null; readonly message: string };
