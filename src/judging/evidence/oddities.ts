import { inconsistencies, type Oddity } from '../../result/oddity.ts';
import type { Observation } from '../../result/verdict.ts';
import { departuresOf } from './departures.ts';
import type { Habits } from './habits.ts';

/**
 * All that is odd of a run: departures from habits, those of an open question once, by the fewest places that tell it;
 * and open questions that were answered in different ways where no place tells which.
 */
export function odditiesOf(habits: Habits, observations: readonly Observation[]): Oddity[] {
  const found = departuresOf(habits).toSorted((one, other) => one.where.length - other.where.length);
  const ofQuestions = new Map(found.flatMap((odd) => observationsOf(odd, observations)).toReversed());
  return [
    ...found.filter(({ id }) => !observations.some((observation) => observation.id === id)),
    ...ofQuestions.values(),
    ...inconsistencies(observations).filter(({ id }) => !ofQuestions.has(id)),
  ];
}

/** An oddity of an open question, with the witness that the odd answer has there. */
function observationsOf(odd: Oddity, observations: readonly Observation[]): [id: string, odd: Oddity][] {
  const observation = observations.find(({ id }) => id === odd.id);
  if (observation === undefined) return [];
  const witness = observation.alternatives.find(({ value }) => odd.there.includes(value))?.witness ?? null;
  return [[odd.id, { ...odd, witness }]];
}
