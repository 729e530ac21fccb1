import Type from 'typebox';
import { differenceAspects, highestPairBucket, PairCounts, PairSecond } from '../duetResult.ts';
import { Witness } from '../verdict.ts';
import { SecondDelta, secondNumber } from './delta.ts';

/** What one generator saw of twins in one second: what both sides' results, and the duet's, are summed from. Plain JSON. */

const count = Type.Integer({ minimum: 0 });

/** Equal differences of one second: how often, and the whole of those that were new. */
export const DifferenceDelta = Type.Object({
  id: Type.String(),
  aspect: Type.Enum([...differenceAspects]),
  path: Type.String(),
  endpoints: Type.Array(Type.String()),
  count,
  reversed: count,
  /** What each side showed, and both walks; `null` when this generator told it before. */
  first: Type.Union([
    Type.Object({
      base: Type.String(),
      candidate: Type.String(),
      example: Type.Object({ base: Witness, candidate: Witness }),
    }),
    Type.Null(),
  ]),
});
export type DifferenceDelta = Type.Static<typeof DifferenceDelta>;

/** One second of both sides. */
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
