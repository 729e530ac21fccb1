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
