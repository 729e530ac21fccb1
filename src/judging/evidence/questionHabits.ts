import { type Dimension, dimensions, type Place } from '../../contract/places.ts';
import type { OpenQuestion } from '../../contract/questions/openQuestion.ts';
import { type QuestionId, questions } from '../../contract/questions/openQuestions.ts';
import { entryOf } from '../memoised.ts';
import type { Habit, Habits } from './habits.ts';
import type { Where } from './where.ts';

const dimensionOf = new Map(
  Object.entries(dimensions).flatMap(([dimension, places]) =>
    places.map((place): [Place, Dimension] => [place, dimension as Dimension]),
  ),
);

const habits = new Map<string, Habit | null>();

/** What an open question is answered in the places of a dimension; `null` where chance answers it. */
function habitOf(id: QuestionId, dimension: Dimension): Habit | null {
  const { question, varies }: OpenQuestion = questions[id];
  return entryOf(habits, `${id} ${dimension}`, () => (varies ? null : { id, what: question, things: 1 }));
}

/** Notes where an open question was answered in which way. */
export function noteByPlace(into: Habits, id: QuestionId, value: string, { places }: Where): void {
  for (const place of places) {
    const dimension = dimensionOf.get(place);
    const habit = dimension === undefined ? null : habitOf(id, dimension);
    if (habit !== null) into.saw(habit, place, [value], 0);
  }
}
