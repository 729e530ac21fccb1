import { type DuetSide, type PairSecond, pairBucketOf } from '../result/duetResult.ts';
import type { AnsweredPair, TwinAnswer } from './pairing.ts';

type Counts = Map<number, number>;

/**
 * Latency of pairs by the second in which they left: from the instant at which both were handed over to the last byte of
 * each. So a late generator is no part of it, and what waits for a connection of its own side is.
 */
export class PairLatencies {
  readonly #startMs: number;
  readonly #seconds = new Map<number, Map<string, Record<DuetSide, Counts>>>();

  /** @param startMs the clock's time at which the plan begins. */
  constructor(startMs: number) {
    this.#startMs = startMs;
  }

  record({ base, candidate, departedMs }: AnsweredPair): void {
    if (!isServed(base) || !isServed(candidate)) return;
    const second = Math.floor((departedMs - this.#startMs) / 1000);
    const { endpoint } = base.exchange;
    const endpoints = this.#seconds.getOrInsertComputed(second, () => new Map());
    const counts = endpoints.getOrInsertComputed(endpoint, () => ({ base: new Map(), candidate: new Map() }));
    count(counts.base, base.exchange.endMs - departedMs);
    count(counts.candidate, candidate.exchange.endMs - departedMs);
  }

  /** What was recorded since the last call. */
  take(): PairSecond[] {
    const seconds = [...this.#seconds].map(([second, endpoints]) => ({
      second,
      endpoints: Object.fromEntries(
        [...endpoints].map(([name, { base, candidate }]) => [
          name,
          { base: [...base].flat(), candidate: [...candidate].flat() },
        ]),
      ),
    }));
    this.#seconds.clear();
    return seconds;
  }
}

/** Served, or waited for in vain: what was refused says nothing of how long serving takes. */
function isServed({ outcome }: TwinAnswer): boolean {
  return outcome === 'ok' || outcome === 'timeout';
}

function count(counts: Counts, latencyMs: number): void {
  const bucket = pairBucketOf(latencyMs * 1000);
  counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
}
