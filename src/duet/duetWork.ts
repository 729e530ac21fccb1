import {
  type Generators,
  type PackedPlan,
  packPlan,
  type Shard,
  type ShardWork,
  type WholePlan,
  wholeRange,
} from '../load/shard/shards.ts';
import { ShardThreads } from '../load/shard/shardThreads.ts';
import { type DuetSide, duetSides } from '../result/duetResult.ts';
import { type DuetDelta, togetherLaw } from '../result/tally/duetTally.ts';
import { summed } from '../result/tally/laws.ts';
import { SecondSum, type SumOfSecond, wholeSecond } from '../result/tally/mergeDeltas.ts';
import { startThread } from '../startThread.ts';

/** What twins are to do, however many shards share them. Both sides have the load and the behaviour of the base. */
export interface DuetPlan {
  readonly sides: Readonly<Record<DuetSide, WholePlan>>;
  /** Names of differences that mean nothing. */
  readonly learnt: readonly string[];
}

/** What lets twins walk: a thread of this process, or a fleet of machines. */
export type DuetGenerators = Generators<DuetPlan, DuetDelta>;

/** What a thread of twins needs to know. */
export interface PackedDuet {
  readonly sides: Readonly<Record<DuetSide, PackedPlan>>;
  readonly learnt: readonly string[];
}

/** One second of several generators: each side as a run of its own is summed, and what the twins showed together. */
export class DuetSecondSum implements SumOfSecond<DuetDelta> {
  readonly #sides = { base: new SecondSum(), candidate: new SecondSum() };
  /** Of equal differences the example of the first part is kept, whoever tells first. */
  readonly #together = new Map<number, Omit<DuetDelta, 'second' | 'sides'>>();
  #second = 0;

  add(part: number, { second, sides, ...together }: DuetDelta): void {
    this.#second = second;
    for (const side of duetSides) this.#sides[side].add(part, sides[side]);
    this.#together.set(part, together);
  }

  total(): DuetDelta {
    const { base, candidate } = this.#sides;
    const together = [...this.#together].sort(([a], [b]) => a - b).map(([, each]) => each);
    const sides = { base: base.total(), candidate: candidate.total() };
    return { second: this.#second, sides, ...summed(togetherLaw, together) };
  }
}

/** What the thread of one shard needs to know. */
export function packedDuet({ sides, learnt }: DuetPlan, shard: Shard): PackedDuet {
  const packed = (side: DuetSide) => packPlan({ ...sides[side], ...shard });
  return { sides: { base: packed('base'), candidate: packed('candidate') }, learnt };
}

/** Twins who walk two services, as work for threads: both sides in one thread, so that it delays both alike. */
export function duetWork({ sides, learnt }: DuetPlan): ShardWork<DuetDelta> {
  return {
    secondSum: () => new DuetSecondSum(),
    timeoutMs: Math.max(...duetSides.map((side) => sides[side].profile.target.timeoutMs)),
    startThread: (shard) =>
      startThread('./duetThread', import.meta.url, {
        workerData: packedDuet({ sides, learnt }, shard),
        name: `canvass duet ${shard.shard}`,
      }),
    wholeSecond: (half, rest) => {
      if (half === null) return rest;
      const whole = (side: DuetSide) => wholeSecond(half.sides[side], rest.sides[side]);
      const { second } = rest;
      return {
        second,
        sides: { base: whole('base'), candidate: whole('candidate') },
        ...summed(togetherLaw, [half, rest]),
      };
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
