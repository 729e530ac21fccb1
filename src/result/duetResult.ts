import Type from 'typebox';
import type { RunResult } from './runResult.ts';
import { secondNumber } from './tally/delta.ts';
import { Witness } from './verdict.ts';

/** The two services of a duet, and the two sides of any comparison. */
export const duetSides = ['base', 'candidate'] as const;
export type DuetSide = (typeof duetSides)[number];

const count = Type.Integer({ minimum: 0 });
const pairs = Type.Array(count);

export const PairLatency = Type.Object({ base: pairs, candidate: pairs });

/**
 * How fast the pairs of one second were, by endpoint: those that left together in it, asked the same, and were both
 * served. Latency as sparse pairs [bucket, count, …] of `pairBucketOf`.
 */
export const PairSecond = Type.Object({
  /** That in which the pair left. */
  second: secondNumber,
  endpoints: Type.Record(Type.String(), PairLatency),
});
export type PairSecond = Type.Static<typeof PairSecond>;

/** 64 buckets an octave: each is 1.1 % wide. */
export const pairBucketsPerOctave = 64;

/** The bucket of a latency in µs; everything below 1 µs is in bucket 0. */
export function pairBucketOf(latencyUs: number): number {
  return latencyUs <= 1 ? 0 : Math.floor(Math.log2(latencyUs) * pairBucketsPerOctave);
}

/** Of an answer that took a day: nobody waits for longer. */
export const highestPairBucket = pairBucketOf(86_400e6);

/** What of an answer differs between twins. `markup` is shown, and fails nothing. */
export const differenceAspects = [
  'failure',
  'http-status',
  'status',
  'error',
  'page',
  'order',
  'key-form',
  'marked',
  'validation',
  'header',
  'member',
  'type',
  'value',
  'request',
  'markup',
] as const;
export type DifferenceAspect = (typeof differenceAspects)[number];

/** Equal differences of one second: how often, and the whole of those that were new. */
export const DifferenceDelta = Type.Object({
  /** The same in every run: aspect and a short hash. */
  id: Type.String(),
  aspect: Type.Enum([...differenceAspects]),
  /** Where in the body, lists as `[]`; the name of a header; `''` for the whole answer. */
  path: Type.String(),
  /** Whose answers differed so. */
  endpoints: Type.Array(Type.String()),
  /** How many pairs of answers differed so. */
  count,
  /** Failures alone: how often it was the other way round. */
  reversed: count,
  /** Requests alone: how often the twins parted because the answers before differed, and by which difference. */
  following: Type.Optional(count),
  after: Type.Optional(Type.String()),
  /** What all whose answers differed so had done before, and not everybody does: `going back`. */
  detours: Type.Optional(Type.Array(Type.String())),
  /** What each side showed first, in words, secrets taken out, and both walks; `null` when this generator told it before. */
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

/** Equal differences of many twins, as one. */
export type DifferenceRow = Readonly<Omit<DifferenceDelta, 'first'> & NonNullable<DifferenceDelta['first']>>;

/** What the pairs of a duet came to. */
export const PairCounts = Type.Object({
  /** Pairs of respondents that began. */
  walks: count,
  /** Pairs of answers that were set side by side. */
  compared: count,
  /** Pairs of respondents that could not go on alike. */
  parted: count,
});
export type PairCounts = Type.Static<typeof PairCounts>;

/** Whether a difference may be, and why. */
export type DifferenceStanding =
  | { readonly kind: 'UNEXPECTED' | 'SHOWN' }
  /** It comes of another one, and is no way of its own. */
  | { readonly kind: 'FOLLOWS'; readonly after: string }
  | { readonly kind: 'EXPECTED' | 'EXPIRED'; readonly reason: string; readonly expires: string };

export type DuetDifference = DifferenceRow & { readonly standing: DifferenceStanding };

/** Everything that the engine of a duet hands over, before it is judged. */
export interface DuetFindings {
  readonly base: RunResult;
  readonly candidate: RunResult;
  readonly pairs: PairCounts;
  readonly seconds: readonly PairSecond[];
  readonly differences: readonly DifferenceRow[];
  /** How many kinds of difference the base showed against itself, and in how many pairs of answers. */
  readonly learnt: { readonly kinds: number; readonly compared: number };
}
