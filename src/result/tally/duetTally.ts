import Type from 'typebox';
import {
  DifferenceDelta,
  type DifferenceRow,
  type DuetSide,
  duetSides,
  highestPairBucket,
  PairCounts,
  PairSecond,
} from '../duetResult.ts';
import { SecondDelta, secondNumber } from './delta.ts';
import { byKey, joined, type Law, members, type SumOf, total } from './laws.ts';

/** Kinds of difference that are known by name: a service that differs from itself in more ways has no form of its own. */
export const mostNames = 1000;

/** Rows that are kept: a candidate that differs in more ways is another service. */
export const mostDifferences = 200;

const differencesLaw = byKey<DifferenceDelta>(
  ({ id }) => id,
  (known, { count, reversed, endpoints, first }) => ({
    ...known,
    count: known.count + count,
    reversed: known.reversed + reversed,
    endpoints: [...new Set([...known.endpoints, ...endpoints])],
    first: known.first ?? first,
  }),
  mostDifferences,
);

/** Differences that can be shown: a generator that was lost may have taken an example with it. */
export function differenceRows({ differences }: DuetTally): DifferenceRow[] {
  return differencesLaw
    .value(differences)
    .flatMap(({ first, ...counted }) => (first === null ? [] : { ...counted, ...first }));
}

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

/** What one generator saw of twins in one second: what both sides' results, and the duet's, are summed from. Plain JSON. */
export const DuetDelta = Type.Object({
  second: secondNumber,
  sides: Type.Object({ base: SecondDelta, candidate: SecondDelta }),
  /** Pairs whose answers came in it, by the second in which they left. */
  pairs: Type.Array(PairSecond),
  differences: Type.Array(DifferenceDelta),
  /** Names of the kinds of difference that this generator met for the first time, those that mean nothing too. */
  names: Type.Array(Type.String()),
  counts: PairCounts,
});
export type DuetDelta = Type.Static<typeof DuetDelta>;

const twinsLaws = {
  differences: differencesLaw,
  names: joined<string>((names) => [...new Set(names)].slice(0, mostNames)),
  counts: members(PairCounts, { walks: total, compared: total, parted: total }),
} as const;

/** What the twins of a duet came to, but for their latencies: of several generators, or of one second after the other. */
export const duetLaw = members(Type.Pick(DuetDelta, ['differences', 'names', 'counts']), twinsLaws);
export type DuetTally = SumOf<typeof duetLaw>;

const pairsLaw: Law<PairSecond[], PairSums> = {
  empty: () => new PairSums(),
  add: (sums, pairs) => {
    sums.addAll(pairs);
    return sums;
  },
  value: (sums) => sums.take(),
};

/** What several generators tell of both sides of one second together. */
export const togetherLaw = members(Type.Omit(DuetDelta, ['second', 'sides']), { ...twinsLaws, pairs: pairsLaw });

/** Whether what came from elsewhere is one second of both sides, with latencies that can be counted. */
export function isWholeDuetDelta({ second, sides, pairs }: DuetDelta): boolean {
  const areCountable = (counts: readonly number[]): boolean =>
    counts.every((bucket, at) => at % 2 === 1 || bucket <= highestPairBucket);
  return (
    sides.base.second === second &&
    sides.candidate.second === second &&
    pairs.every(({ endpoints }) =>
      Object.values(endpoints).every(({ base, candidate }) => areCountable(base) && areCountable(candidate)),
    )
  );
}
