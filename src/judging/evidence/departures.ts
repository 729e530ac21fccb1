import { inconsistencies, type Oddity } from '../../result/oddity.ts';
import type { Observation } from '../../result/verdict.ts';
import type { Habit, Habits, SeenAt } from './habits.ts';

/** Chance makes less than one habit in so many look odd. */
const oneIn = 100_000;

/** Of what is usual, as much may be missing for other reasons. */
const strayShare = 0.1;

type Places = ReadonlyMap<string, SeenAt>;

/**
 * Departures from habits: a feature that is always there in some places and never in the others, seen too often for
 * chance. Which side is odd: that without what is usual, else that of fewer places, else that which was seen less often.
 */
export function departuresOf(habits: Habits): Oddity[] {
  return habits.list().flatMap(({ habit, places }) => departuresFrom(habit, places));
}

function departuresFrom(habit: Habit, places: Places): Oddity[] {
  const byPlaces = new Map<string, Oddity>();
  const features = new Set([...places.values()].flatMap((seen) => [...seen.features.keys()]));
  for (const feature of features) {
    const has = feature === habit.usual ? null : alwaysAt(places, feature, habit.usual === undefined ? 0 : strayShare);
    if (has === null || !isTelling(habit, places, has)) continue;
    const hasNot = [...places.keys()].filter((place) => !has.includes(place));
    const isThere = habit.usual !== undefined || isFewer(places, has, hasNot);
    const odd = (isThere ? has : hasNot).toSorted();
    const key = odd.join('\n');
    const known = byPlaces.get(key) ?? oddityAt(habit, places, odd);
    (isThere ? known.there : known.elsewhere).push(feature);
    byPlaces.set(key, known);
  }
  return [...byPlaces.values()];
}

/** The places that always have a feature, where the others have it no more than a few times; `null` where it is otherwise. */
function alwaysAt(places: Places, feature: string, mostElsewhere: number): readonly string[] | null {
  const has: string[] = [];
  let [seenElsewhere, timesElsewhere] = [0, 0];
  for (const [place, { times, features }] of places) {
    const seen = features.get(feature) ?? 0;
    if (seen === times) has.push(place);
    else {
      seenElsewhere += seen;
      timesElsewhere += times;
    }
  }
  return has.length > 0 && timesElsewhere > 0 && seenElsewhere <= mostElsewhere * timesElsewhere ? has : null;
}

/** Whether enough things show it, and chance does not. */
function isTelling({ things }: Habit, places: Places, has: readonly string[]): boolean {
  if (new Set(has.flatMap((place) => [...(places.get(place)?.things ?? [])])).size < things) return false;
  const all = timesAt(places, [...places.keys()]);
  // Of all ways to deal the feature out, those that fill some of the places and leave the others empty.
  return logChoose(places.size, has.length) - logChoose(all, timesAt(places, has)) < -Math.log(oneIn);
}

function isFewer(places: Places, some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return some.length < others.length;
  return timesAt(places, some) < timesAt(places, others);
}

function oddityAt({ id, what, usual }: Habit, places: Places, where: string[]): Oddity {
  const count = timesAt(places, where);
  const of = timesAt(places, [...places.keys()]);
  const witness = places.get(where[0] ?? '')?.witness ?? null;
  return { id, what, where, there: [], elsewhere: usual === undefined ? [] : [usual], count, of, witness };
}

function timesAt(places: Places, some: readonly string[]): number {
  return some.reduce((sum, place) => sum + (places.get(place)?.times ?? 0), 0);
}

/** The logarithm of the number of ways to choose `some` of `all`. */
export function logChoose(all: number, some: number): number {
  let sum = 0;
  for (let at = 1; at <= Math.min(some, all - some); at++) sum += Math.log((all - at + 1) / at);
  return sum;
}

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
