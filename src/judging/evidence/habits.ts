import { type Dimension, dimensions, type Place } from '../../contract/places.ts';
import type { OpenQuestion } from '../../contract/questions/openQuestion.ts';
import { type QuestionId, questions } from '../../contract/questions/openQuestions.ts';
import type { Witness } from '../../result/verdict.ts';
import { entryOf } from '../memoised.ts';
import type { Where } from './where.ts';

/** Things of a kind that a service treats alike, unless it has a reason to do otherwise. */
export interface Habit {
  /** The same in every run. */
  readonly id: string;
  /** In words: `Answers that are dates`. */
  readonly what: string;
  /** The feature that is never odd, and may be missing now and then for other reasons; else what most places have is usual. */
  readonly usual?: string;
  /** So many different things must show it on either side: one may have a rule of its own. */
  readonly things: number;
}

const prefix = 'ODD-';

/** The id of a habit; one that an open question has is the question's. */
export function isHabitId(id: string): boolean {
  return id.startsWith(prefix);
}

/** What was seen of a habit in one place. */
export interface SeenAt {
  times: number;
  /** By feature, how often it was seen. */
  readonly features: Map<string, number>;
  readonly things: Set<unknown>;
  /** That of the first time. */
  readonly witness: Witness | null;
}

const mostPlaces = 100;
const mostFeatures = 200;
const mostThings = 8;

/** Counts what a service does, by place: what is one way in one place and another way everywhere else is odd. */
export class Habits {
  readonly #seen = new Map<Habit, Map<string, SeenAt>>();
  /** Where answers to open questions were seen, by place, question and value: most are seen thousands of times. */
  readonly #answers = new Map<Where, Map<QuestionId, Map<string, readonly SeenAt[]>>>();

  /**
   * @param features what was there, of all that may be.
   * @param thing which one it was.
   * @param witness asked for the first time of each place.
   */
  saw(
    habit: Habit,
    place: string,
    features: Iterable<string>,
    thing: unknown,
    witness: (() => Witness) | null = null,
  ): SeenAt | null {
    const places = entryOf(this.#seen, habit, () => new Map<string, SeenAt>());
    let seen = places.get(place);
    if (seen === undefined) {
      if (places.size === mostPlaces) return null;
      seen = { times: 0, features: new Map(), things: new Set(), witness: witness?.() ?? null };
      places.set(place, seen);
    }
    seen.times++;
    if (seen.things.size < mostThings) seen.things.add(thing);
    for (const feature of features) {
      const before = seen.features.get(feature) ?? 0;
      if (before > 0 || seen.features.size < mostFeatures) seen.features.set(feature, before + 1);
    }
    return seen;
  }

  /** Notes where an open question was answered in which way. */
  answered(id: QuestionId, value: string, where: Where): void {
    const values = entryOf(
      entryOf(this.#answers, where, () => new Map<QuestionId, Map<string, readonly SeenAt[]>>()),
      id,
      () => new Map<string, readonly SeenAt[]>(),
    );
    const known = values.get(value);
    if (known === undefined) {
      const seen = this.#noteByPlace(id, value, where);
      if (seen.every(({ features }) => features.has(value))) values.set(value, seen);
      return;
    }
    for (const seen of known) {
      seen.times++;
      seen.features.set(value, (seen.features.get(value) ?? 0) + 1);
    }
  }

  /** @returns where it counts */
  #noteByPlace(id: QuestionId, value: string, { places }: Where): readonly SeenAt[] {
    return places.flatMap((place) => {
      const dimension = dimensionOf.get(place);
      const habit = dimension === undefined ? null : habitOf(id, dimension);
      return (habit === null ? null : this.saw(habit, place, [value], 0)) ?? [];
    });
  }

  /** All that was seen, by habit. */
  list(): readonly { readonly habit: Habit; readonly places: ReadonlyMap<string, SeenAt> }[] {
    return [...this.#seen].map(([habit, places]) => ({ habit, places }));
  }
}

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
