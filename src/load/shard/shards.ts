import type { LedgerColumns } from '../../respondent/audit/completionLedger.ts';
import type { Reason } from '../../result/reason.ts';
import type { RunResult } from '../../result/runResult.ts';
import type { SecondDelta } from '../../result/tally/delta.ts';
import type { ShardPlan } from './shardPlan.ts';

/** What is to be run, however many shards share it. */
export type WholePlan = Omit<ShardPlan, 'shard' | 'shards'>;

/** Who hears of all shards together. */
export interface ShardsListener<Second = SecondDelta> {
  /**
   * What one shard has told of a second that `onSecond` has not brought yet: its first half, and then the whole, as long as
   * others are waited for. For those who keep what would be lost by now.
   */
  onUnsummed?(second: Second): void;
  /** Once for every second, in order, summed over the shards. */
  onSecond(second: Second): void;
  /** A part of the generator has ended before its work was done. The others go on. */
  onLost(reason: Reason): void;
}

/** What shards hand over at their end. */
export interface ShardsOutcome {
  /** The completions that were kept, as one ledger or several. */
  readonly completions: readonly LedgerColumns[];
  /** What administration calls created. */
  readonly created: RunResult['created'];
}

/** The shards of one run, ready to begin: on threads of this process, or on the machines of a fleet. */
export interface Shards<Outcome = ShardsOutcome> {
  /** Lets all begin at the same instant, a little later. */
  begin(): void;
  /** Changes the rate of an adjustable plan, everywhere at the same instant. */
  setRate(arrivalsPerSecond: number): void;
  /** Lets walks under way end within `graceMs`, then stops them. */
  stop(graceMs: number): void;
  /** Ends everything at once; what was not told is lost. */
  terminate(): Promise<void>;
  /** Resolves when everything has ended and every second was told. */
  finished(): Promise<Outcome>;
}

/** What runs plans: the threads of this process, or a fleet of machines. */
export interface Generators<Plan = WholePlan, Second = SecondDelta, Outcome = ShardsOutcome> {
  /** Generating threads of all. */
  readonly threads: number;
  /**
   * Makes everything ready for a plan.
   *
   * @throws ToolError when the target cannot be used at all, or a part cannot be started
   */
  start(plan: Plan, listener: ShardsListener<Second>): Promise<Shards<Outcome>>;
}
