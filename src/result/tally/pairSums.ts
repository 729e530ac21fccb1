import { type DuetSide, duetSides, type PairSecond } from '../duetResult.ts';

type Counts = Map<number, number>;
type Sides = Readonly<Record<DuetSide, Counts>>;

/** Latencies of pairs, added up by second, endpoint and bucket, in any order. */
export class PairSums {
  readonly #seconds = new Map<number, Map<string, Sides>>();

  /** @param sides buckets of {@link PairSecond}, each with how often */
  add(second: number, endpoint: string, sides: Readonly<Record<DuetSide, readonly number[]>>): void {
    const endpoints = this.#seconds.get(second) ?? new Map<string, Sides>();
    const sums = endpoints.get(endpoint) ?? { base: new Map(), candidate: new Map() };
    this.#seconds.set(second, endpoints.set(endpoint, sums));
    for (const side of duetSides) {
      const [sum, pairs] = [sums[side], sides[side]];
      for (let i = 0; i + 1 < pairs.length; i += 2) {
        const bucket = pairs[i] ?? 0;
        sum.set(bucket, (sum.get(bucket) ?? 0) + (pairs[i + 1] ?? 0));
      }
    }
  }

  addAll(pairs: readonly PairSecond[]): void {
    for (const { second, endpoints } of pairs)
      for (const [endpoint, sides] of Object.entries(endpoints)) this.add(second, endpoint, sides);
  }

  /** What was added since the last call. */
  take(): PairSecond[] {
    const seconds = [...this.#seconds].map(([second, endpoints]) => ({
      second,
      endpoints: Object.fromEntries(
        [...endpoints].map(([endpoint, { base, candidate }]) => [
          endpoint,
          { base: [...base].flat(), candidate: [...candidate].flat() },
        ]),
      ),
    }));
    this.#seconds.clear();
    return seconds;
  }
}
