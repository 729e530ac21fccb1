import { type PackedPlan, packPlan, type ShardWork, type Summing, wholeRange } from '../load/shard/shards.ts';
import { ShardThreads } from '../load/shard/shardThreads.ts';
import { type DuetSide, duetSides } from '../result/duetResult.ts';
import type { DuetDelta } from '../result/tally/duetTally.ts';
import { wholeSecond } from '../result/tally/mergeDeltas.ts';
import { startThread } from '../startThread.ts';
import type { DuetGenerators, DuetOutcome, DuetPlan } from './duetPlan.ts';
import { DuetSum, togetherOf } from './duetSum.ts';

/** What a thread of twins needs to know. */
export interface PackedDuet {
  readonly sides: Readonly<Record<DuetSide, PackedPlan>>;
  readonly learnt: readonly string[];
}

/** How twins add up. */
export const duetSumming: Summing<DuetDelta, DuetOutcome> = {
  sum: (parts, onSecond) => new DuetSum(parts, onSecond),
  merged: (outcomes) => {
    const of = (side: DuetSide) => outcomes.flatMap(({ completions }) => completions[side]);
    return { completions: { base: of('base'), candidate: of('candidate') } };
  },
};

/** Twins who walk two services, as work for threads: both sides in one thread, so that it delays both alike. */
export function duetWork({ sides, learnt }: DuetPlan): ShardWork<DuetDelta, DuetOutcome> {
  return {
    ...duetSumming,
    timeoutMs: Math.max(...duetSides.map((side) => sides[side].profile.target.timeoutMs)),
    startThread: (shard) => {
      const packed = (side: DuetSide) => packPlan({ ...sides[side], ...shard });
      const workerData: PackedDuet = { sides: { base: packed('base'), candidate: packed('candidate') }, learnt };
      return startThread('./duetThread', import.meta.url, { workerData, name: `canvass duet ${shard.shard}` });
    },
    wholeSecond: (half, rest) => {
      if (half === null) return rest;
      const whole = (side: DuetSide) => wholeSecond(half.sides[side], rest.sides[side]);
      const { second } = rest;
      return { second, sides: { base: whole('base'), candidate: whole('candidate') }, ...togetherOf([half, rest]) };
    },
  };
}

/** Threads of this process as what lets twins walk. */
export function localTwins(threads: number): DuetGenerators {
  return {
    threads,
    start: (plan, listener) => ShardThreads.start(duetWork(plan), wholeRange(threads), listener),
  };
}
