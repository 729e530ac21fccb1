import type { Worker } from 'node:worker_threads';
import type { Profile } from '../../profile/profile.ts';
import { packSecrets, unpackSecrets } from '../../profile/secret.ts';
import type { KeptCompletions } from '../../respondent/audit/completionLedger.ts';
import type { Reason } from '../../result/reason.ts';
import type { RunResult } from '../../result/runResult.ts';
import type { SecondDelta } from '../../result/tally/delta.ts';
import type { SumOfSecond } from '../../result/tally/mergeDeltas.ts';

/** One of several equal parts of a plan: part `shard` (from 0) of `shards`. */
export interface Shard {
  readonly shard: number;
  readonly shards: number;
}

/** Whether a numbered thing of the plan belongs to this part. Every number belongs to exactly one. */
export function owns({ shard, shards }: Shard, number: number): boolean {
  return number % shards === shard;
}

/** This part's share of a whole number: the shares differ by at most 1, and add up to the whole. */
export function shareOf({ shard, shards }: Shard, total: number): number {
  return Math.floor(total / shards) + (shard < total % shards ? 1 : 0);
}

/** Neighbouring shards of a plan: those of one machine. */
export interface ShardRange {
  readonly first: number;
  readonly count: number;
  /** Shards of the whole plan. */
  readonly shards: number;
}

/** All shards of a plan. */
export function wholeRange(shards: number): ShardRange {
  return { first: 0, count: shards, shards };
}

/** Gives machines as many neighbouring shards as each has threads, in their order: every shard belongs to exactly one. */
export function shareOut(threadsOfMachines: readonly number[]): ShardRange[] {
  const shards = threadsOfMachines.reduce((sum, threads) => sum + threads, 0);
  let first = 0;
  return threadsOfMachines.map((count) => {
    const range = { first, count, shards };
    first += count;
    return range;
  });
}

/** What a shard of a run needs to know: everything that it does follows from this alone. */
export interface ShardPlan extends Shard {
  readonly profile: Profile;
  /** The base URL that is really used, also where the profile says `embedded`. */
  readonly baseUrl: string;
  /** Tells the tokens of this run from those of others: lower-case letters and digits. */
  readonly runTag: string;
  /** `stages`: those of the profile. `adjustable`: the rate is told while the run goes on; there is no warm-up. */
  readonly schedule: 'stages' | 'adjustable';
  /** Whether completions are kept for the durability audit. */
  readonly keepCompletions: boolean;
}

/** A plan on its way to another thread: secrets in the clear, so it must stay within the process. */
export type PackedPlan = ReturnType<typeof packPlan>;

export function packPlan(plan: ShardPlan) {
  return { ...plan, profile: packSecrets(plan.profile) };
}

export function unpackPlan(packed: PackedPlan): ShardPlan {
  // It was written by `packPlan` of the same process.
  return { ...packed, profile: unpackSecrets(packed.profile) as Profile };
}

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
  /** The completions that were kept of each service that is walked, as one ledger or several. */
  readonly completions: readonly (readonly KeptCompletions[])[];
  /** What administration calls created. */
  readonly created: RunResult['created'];
}

/** What parts hand over at their end as one, in their order. */
export function outcomeOf(parts: readonly ShardsOutcome[]): ShardsOutcome {
  const services = Math.max(0, ...parts.map(({ completions }) => completions.length));
  return {
    completions: Array.from({ length: services }, (_, at) => parts.flatMap(({ completions }) => completions[at] ?? [])),
    created: parts.flatMap(({ created }) => created),
  };
}

/** The shards of one run, ready to begin: on threads of this process, or on the machines of a fleet. */
export interface Shards {
  /** Lets all begin at the same instant, a little later. */
  begin(): void;
  /** Changes the rate of an adjustable plan, everywhere at the same instant. */
  setRate(arrivalsPerSecond: number): void;
  /** Lets walks under way end within `graceMs`, then stops them. */
  stop(graceMs: number): void;
  /** Ends everything at once; what was not told is lost. */
  terminate(): Promise<void>;
  /** Resolves when everything has ended and every second was told. */
  finished(): Promise<ShardsOutcome>;
}

/** What runs plans: the threads of this process, or a fleet of machines. */
export interface Generators<Plan = WholePlan, Second = SecondDelta> {
  /** Generating threads of all. */
  readonly threads: number;
  /**
   * Makes everything ready for a plan.
   *
   * @throws ToolError when the target cannot be used at all, or a part cannot be started
   */
  start(plan: Plan, listener: ShardsListener<Second>): Promise<Shards>;
}

/** A second as every kind of work tells it. */
export interface NumberedSecond {
  /** Whole seconds since the start. */
  readonly second: number;
}

/** One kind of work that is split into shards: respondents of one service, or twins on two. */
export interface ShardWork<Second extends NumberedSecond> {
  /** Adds up one second of its parts. */
  secondSum(): SumOfSecond<Second>;
  /** Longest that an answer is waited for. */
  readonly timeoutMs: number;
  /** Starts the thread of one shard, which runs `shardThread`. */
  startThread(shard: Shard): Worker;
  /** A second that was told in two halves. @param half its first half; `null` where it was told at once */
  wholeSecond(half: Second | null, rest: Second): Second;
}
