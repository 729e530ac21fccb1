import type { Worker } from 'node:worker_threads';
import type { Shard } from '../schedule/shard.ts';

/** A second as every kind of work tells it. */
export interface NumberedSecond {
  /** Whole seconds since the start. */
  readonly second: number;
}

/** Sums the seconds of several parts, threads or machines. */
export interface PartsSum<Second> {
  /** The first second that was not told yet. */
  readonly second: number;
  readonly isOver: boolean;
  hasEnded(part: number): boolean;
  /** @returns whether the second is new: it was not told before by this part, and is still waited for */
  add(part: number, second: Second): boolean;
  /** A part tells nothing any more: nobody waits for it from now on. What it has told counts. */
  end(part: number): void;
}

/** How what the parts of one kind of work tell adds up. */
export interface Summing<Second, Outcome> {
  /** @param onSecond hears of each second once, in order */
  sum(parts: number, onSecond: (second: Second) => void): PartsSum<Second>;
  /** What parts hand over at their end as one, in their order. */
  merged(outcomes: readonly Outcome[]): Outcome;
}

/** One kind of work that is split into shards: respondents of one service, or twins on two. */
export interface ShardWork<Second extends NumberedSecond, Outcome> extends Summing<Second, Outcome> {
  /** Longest that an answer is waited for. */
  readonly timeoutMs: number;
  /** Starts the thread of one shard, which runs `shardThread`. */
  startThread(shard: Shard): Worker;
  /** A second that was told in two halves. @param half its first half; `null` where it was told at once */
  wholeSecond(half: Second | null, rest: Second): Second;
}
