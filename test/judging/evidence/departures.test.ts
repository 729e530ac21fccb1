import { assert, constant, integer, property, record, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import { departuresOf } from '../../../src/judging/evidence/departures.ts';
import { type Habit, Habits } from '../../../src/judging/evidence/habits.ts';

const plain: Habit = { id: 'ODD-TEST', what: 'Pages', things: 1 };
const taken: Habit = { ...plain, usual: 'taken' };

/** What was seen of a habit: by place the features, and how often. */
type Seen = Readonly<Record<string, readonly (readonly [features: string, times: number])[]>>;

function oddOf(habit: Habit, seen: Seen, things = 3) {
  const habits = new Habits();
  for (const [place, all] of Object.entries(seen))
    for (const [features, times] of all)
      for (let at = 0; at < times; at++)
        habits.saw(habit, place, features.split('+'), at % things, () => ({ steps: [], failingStep: 0, curl: place }));
  return departuresOf(habits).map(({ where, there, elsewhere, count, of }) => ({ where, there, elsewhere, count, of }));
}

test('the place that does otherwise than all others is odd, with what is there and what elsewhere', () => {
  const seen: Seen = { first: [['a+b', 40]], middle: [['a+b', 60]], last: [['a+c', 30]] };
  expect(oddOf(plain, seen)).toEqual([{ where: ['last'], there: ['c'], elsewhere: ['b'], count: 30, of: 130 }]);
});

test('what is one way or the other in one place depends on something else', () => {
  expect(
    oddOf(plain, {
      first: [['a', 40]],
      middle: [
        ['a', 40],
        ['b', 1],
      ],
      last: [['b', 30]],
    }),
  ).toEqual([]);
});

test('few sightings are chance', () => {
  expect(oddOf(plain, { first: [['a', 4]], middle: [['a', 4]], last: [['b', 3]] })).toEqual([]);
});

test('one thing alone may have a rule of its own', () => {
  const seen: Seen = { two: [['taken', 60]], three: [['refused', 12]] };
  expect(oddOf({ ...taken, things: 2 }, seen, 1)).toEqual([]);
  expect(oddOf({ ...taken, things: 2 }, seen, 2)).toHaveLength(1);
});

test('what is usual may be missing now and then, and is never odd where it is rare', () => {
  const rule: Seen = {
    May: [['refused', 90]],
    June: [['refused', 90]],
    July: [
      ['taken', 40],
      ['refused', 3],
    ],
  };
  expect(oddOf(taken, rule)).toEqual([
    { where: ['June', 'May'], there: ['refused'], elsewhere: ['taken'], count: 180, of: 223 },
  ]);
  expect(
    oddOf(taken, {
      May: [['refused', 90]],
      July: [
        ['taken', 40],
        ['refused', 30],
      ],
    }),
  ).toEqual([]);
});

test('a service that goes by no place is hardly ever odd, in whatever shares', () => {
  const sizes = uniqueArray(integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 12 });
  let odd = 0;
  assert(
    property(record({ sizes, percent: integer({ min: 1, max: 99 }), seed: integer(), kind: constant('') }), (drawn) => {
      let state = drawn.seed >>> 0;
      const next = (): number => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return (state >>> 8) % 100;
      };
      const seen = Object.fromEntries(
        drawn.sizes.map((size, place) => [
          place,
          Array.from({ length: size }, () => [next() < drawn.percent ? 'a' : 'b', 1] as const),
        ]),
      );
      odd += oddOf(plain, seen).length;
    }),
    { numRuns: 2000 },
  );
  expect(odd).toBeLessThanOrEqual(1);
});

test('of so many features that all cannot be kept, those that are known are counted on', () => {
  const habits = new Habits();
  for (let at = 0; at < 1000; at++) habits.saw(plain, 'first', ['a', `b${at}`], at);
  const [seen] = habits.list().flatMap(({ places }) => [...places.values()]);
  expect(seen?.features.size).toBe(200);
  expect(seen?.features.get('a')).toBe(1000);
  expect(seen?.things.size).toBe(8);
});

test('in whatever order it was seen, the same is odd', () => {
  const seen: Seen = { first: [['a', 40]], middle: [['a', 60]], last: [['b', 30]] };
  const turned = Object.fromEntries(Object.entries(seen).toReversed());
  expect(oddOf(plain, turned)).toEqual(oddOf(plain, seen));
});
