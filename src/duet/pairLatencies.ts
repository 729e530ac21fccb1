import { type PairSecond, pairBucketOf } from '../result/duetResult.ts';
import { PairSums } from '../result/tally/duetTally.ts';
import type { AnsweredPair, TwinAnswer } from './pairing.ts';

/**
 * Latency of pairs by the second in which they left: from the instant at which both were handed over to the last byte of
 * each. So a late generator is no part of it, and what waits for a connection of its own side is.
 */
export class PairLatencies {
  readonly #startMs: number;
  readonly #sums = new PairSums();

  /** @param startMs the clock's time at which the plan begins. */
  constructor(startMs: number) {
    this.#startMs = startMs;
  }

  record({ base, candidate, departedMs }: AnsweredPair): void {
    if (!isServed(base) || !isServed(candidate)) return;
    const second = Math.floor((departedMs - this.#startMs) / 1000);
    const once = ({ exchange }: TwinAnswer): number[] => [pairBucketOf((exchange.endMs - departedMs) * 1000), 1];
    const endpoints = { [base.exchange.endpoint]: { base: once(base), candidate: once(candidate) } };
    this.#sums.add({ second, endpoints });
  }

  /** What was recorded since the last call. */
  take(): PairSecond[] {
    return this.#sums.take();
  }
}

/** Served, or waited for in vain: what was refused says nothing of how long serving takes. */
function isServed({ outcome }: TwinAnswer): boolean {
  return outcome === 'ok' || outcome === 'timeout';
}
