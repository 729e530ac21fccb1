import type { Generators, Shards, ShardsListener, WholePlan } from '../load/shard/shards.ts';
import type { KeptCompletions } from '../respondent/audit/completionLedger.ts';
import type { DuetSide } from '../result/duetResult.ts';
import type { DuetDelta } from '../result/tally/duetTally.ts';

/** What twins are to do, however many shards share them. Both sides have the load and the behaviour of the base. */
export interface DuetPlan {
  readonly sides: Readonly<Record<DuetSide, WholePlan>>;
  /** Names of differences that mean nothing. */
  readonly learnt: readonly string[];
}

/** What shards of twins hand over at their end: the completions that were kept of each side. */
export interface DuetOutcome {
  readonly completions: Readonly<Record<DuetSide, readonly KeptCompletions[]>>;
}

export type DuetListener = ShardsListener<DuetDelta>;
export type DuetShards = Shards<DuetOutcome>;

/** What lets twins walk: a thread of this process, or a fleet of machines. */
export type DuetGenerators = Generators<DuetPlan, DuetDelta, DuetOutcome>;
