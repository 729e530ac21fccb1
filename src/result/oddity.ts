import Type from 'typebox';
import { type Observation, Witness } from './verdict.ts';

const count = Type.Integer({ minimum: 0 });

/**
 * Where the service does otherwise than is its habit: nothing that the document forbids, so that it never fails a run, and
 * something that a person would look at.
 */
export const Oddity = Type.Object({
  /** Of the habit: the same in every run. */
  id: Type.String(),
  /** What the habit is of, in words: `Answers that are dates`. */
  what: Type.String(),
  /** Where it is otherwise: `in May`; empty where nothing decides it. */
  where: Type.Array(Type.String()),
  /** What is seen there and nowhere else, and what everywhere else. */
  there: Type.Array(Type.String()),
  elsewhere: Type.Array(Type.String()),
  /** How often it was looked at there, and in all. */
  count,
  of: count,
  witness: Type.Union([Witness, Type.Null()]),
});
export type Oddity = Type.Static<typeof Oddity>;

/** Open questions that were answered in different ways in equal situations: all answers but the most frequent are odd. */
export function inconsistencies(observations: readonly Observation[]): Oddity[] {
  return observations.flatMap(({ id, question, verdict, alternatives }) => {
    const [usual, ...others] = alternatives;
    if (verdict !== 'INCONSISTENT' || usual === undefined) return [];
    const count = others.reduce((sum, other) => sum + other.count, 0);
    return {
      ...{ id, what: question, where: [], there: others.map(({ value }) => value), elsewhere: [usual.value] },
      ...{ count, of: count + usual.count, witness: others[0]?.witness ?? null },
    };
  });
}
