import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Absence, mergedAbsences } from '../../src/result/absence.ts';
import { emptyDelta, mergeDeltas } from '../../src/result/tally/mergeDeltas.ts';
import { Tally } from '../../src/result/tally/tally.ts';

const kinds = ['process', 'thread', 'machine', 'clock', 'clock-back'] as const;
const absences: fc.Arbitrary<Absence[]> = fc.array(
  fc.record({
    what: fc.constantFrom(...kinds),
    atSecond: fc.integer({ min: 0, max: 40 }),
    seconds: fc.integer({ min: 1, max: 5 }),
  }),
  { maxLength: 12 },
);

test('absences add up to the same, in whichever order and groups they are told', () => {
  fc.assert(
    fc.property(absences, absences, (a, b) => {
      const together = mergedAbsences([...a, ...b]);
      expect(mergedAbsences([...mergedAbsences(b), ...mergedAbsences(a)])).toEqual(together);
      // Every second of each is a second of one.
      for (const { what, atSecond, seconds } of [...a, ...b]) {
        const within = together.filter((each) => each.what === what && each.atSecond <= atSecond);
        expect(within.some((each) => each.atSecond + each.seconds >= atSecond + seconds)).toBe(true);
      }
    }),
  );
});

test('threads that stop together are told as one, and a run of days keeps the longest', () => {
  const [a, b] = [
    { what: 'process', atSecond: 2.1, seconds: 20 },
    { what: 'process', atSecond: 2.2, seconds: 19.95 },
  ] as const;
  expect(
    mergeDeltas([
      { ...emptyDelta(2, true), absences: [a] },
      { ...emptyDelta(2, true), absences: [b] },
    ]).absences,
  ).toMatchObject([{ what: 'process', atSecond: 2.1 }]);
  const nights = Array.from(
    { length: 80 },
    (_, at) => ({ what: 'machine', atSecond: 100 * at, seconds: at + 1 }) as const,
  );
  expect(mergedAbsences(nights)).toEqual(nights.slice(30));
});

test('what was over before anything was measured voids nothing', () => {
  const tally = new Tally();
  const away = (atSecond: number, seconds: number) => ({ what: 'process', atSecond, seconds }) as const;
  tally.add({ ...emptyDelta(0, false), absences: [away(0.5, 1.2), away(1.9, 3)] });
  tally.add(emptyDelta(3, true));
  expect(tally.absences).toEqual([away(1.9, 3)]);
});
