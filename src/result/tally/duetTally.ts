import Type from 'typebox';
import {
  DifferenceDelta,
  type DifferenceRow,
  highestPairBucket,
  PairCounts,
  PairLatency,
  PairSecond,
} from '../duetResult.ts';
import { SecondDelta, secondNumber } from './delta.ts';
import { byKey, byName, joined, type Law, members, type SumOf, sparsePairs, total } from './laws.ts';

/** Kinds of difference that are known by name: a service that differs from itself in more ways has no form of its own. */
export const mostNames = 1000;

/** Rows that are kept: a candidate that differs in more ways is another service. */
export const mostDifferences = 200;

const differencesLaw = byKey<DifferenceDelta>(
  ({ id }) => id,
  (known, { count, reversed, following = 0, after, endpoints, detours = [], first }) => ({
    ...known,
    count: known.count + count,
    reversed: known.reversed + reversed,
    ...(after === undefined ? {} : { following: (known.following ?? 0) + following, after: known.after ?? after }),
    endpoints: [...new Set([...known.endpoints, ...endpoints])],
    detours: detours.filter((each) => known.detours?.includes(each)),
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

const pairsOfSecond = byName(members(PairLatency, { base: sparsePairs, candidate: sparsePairs }));

/** Latencies of pairs, added up by second, endpoint and bucket, in any order. */
export class PairSums {
  readonly #seconds = new Map<number, SumOf<typeof pairsOfSecond>>();

  add({ second, endpoints }: PairSecond): void {
    const sum = this.#seconds.get(second) ?? pairsOfSecond.empty();
    this.#seconds.set(second, pairsOfSecond.add(sum, endpoints));
  }

  /** What was added since the last call. */
  take(): PairSecond[] {
    const seconds = [...this.#seconds].map(([second, sum]) => ({ second, endpoints: pairsOfSecond.value(sum) }));
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
    for (const each of pairs) sums.add(each);
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
