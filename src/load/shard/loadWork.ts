import type { SecondDelta } from '../../result/tally/delta.ts';
import { EndpointSums } from '../../result/tally/endpointTally.ts';
import { mergeRest, wholeSecond } from '../../result/tally/mergeDeltas.ts';
import { startThread } from '../../startThread.ts';
import { type PartsSum, packPlan, type ShardsOutcome, type ShardWork, type Summing, type WholePlan } from './shards.ts';

/** Seconds of one part that the sum still waits for others with; their endpoints are added up already. */
interface Part {
  readonly waiting: Map<number, Omit<SecondDelta, 'endpoints'>>;
  ended: boolean;
}

/**
 * Sums the seconds of several parts, threads or machines: a second is told once every part that still runs has told it,
 * in order, whatever the order in which they came. A second that a part tells twice counts once.
 */
export class SecondsSum implements PartsSum<SecondDelta> {
  readonly #parts: readonly Part[];
  readonly #onSecond: (delta: SecondDelta) => void;
  /** Of each second that is not told yet. */
  readonly #endpoints = new Map<number, EndpointSums>();
  #second = 0;

  constructor(parts: number, onSecond: (delta: SecondDelta) => void) {
    this.#parts = Array.from({ length: parts }, () => ({ waiting: new Map(), ended: false }));
    this.#onSecond = onSecond;
  }

  get second(): number {
    return this.#second;
  }

  get isOver(): boolean {
    return this.#parts.every(({ ended }) => ended);
  }

  hasEnded(part: number): boolean {
    return this.#parts[part]?.ended ?? true;
  }

  add(part: number, delta: SecondDelta): boolean {
    const known = this.#parts[part];
    if (known === undefined || known.ended || delta.second < this.#second || known.waiting.has(delta.second))
      return false;
    const { endpoints, ...rest } = delta;
    known.waiting.set(delta.second, rest);
    this.#endpointsOf(delta.second).add(endpoints);
    this.#sum();
    return true;
  }

  end(part: number): void {
    const known = this.#parts[part];
    if (known === undefined) return;
    known.ended = true;
    this.#sum();
  }

  #sum(): void {
    while (this.#parts.every(({ ended, waiting }) => ended || waiting.has(this.#second))) {
      const told = this.#parts.flatMap(({ waiting }) => waiting.get(this.#second) ?? []);
      const [first, ...others] = told;
      if (first === undefined) {
        // All have ended; one that was lost may have left a gap behind.
        if (!this.#parts.some(({ waiting }) => waiting.size > 0)) return;
        this.#second++;
        continue;
      }
      for (const { waiting } of this.#parts) waiting.delete(this.#second);
      const endpoints = this.#endpointsOf(this.#second);
      this.#endpoints.delete(this.#second);
      this.#second++;
      this.#onSecond(mergeRest([first, ...others], endpoints));
    }
  }

  #endpointsOf(second: number): EndpointSums {
    const known = this.#endpoints.get(second) ?? new EndpointSums();
    this.#endpoints.set(second, known);
    return known;
  }
}

/** How respondents of one service add up. */
export const loadSumming: Summing<SecondDelta, ShardsOutcome> = {
  sum: (parts, onSecond) => new SecondsSum(parts, onSecond),
  merged: (outcomes) => ({
    completions: outcomes.flatMap(({ completions }) => completions),
    created: outcomes.flatMap(({ created }) => created),
  }),
};

/** Respondents who walk one service, as work for threads. */
export function loadWork(plan: WholePlan): ShardWork<SecondDelta, ShardsOutcome> {
  return {
    ...loadSumming,
    timeoutMs: plan.profile.target.timeoutMs,
    startThread: (shard) =>
      startThread('./shardThread', import.meta.url, {
        workerData: packPlan({ ...plan, ...shard }),
        name: `canvass shard ${shard.shard}`,
      }),
    wholeSecond,
  };
}
