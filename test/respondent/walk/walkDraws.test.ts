import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Position } from '../../../src/respondent/position/position.ts';
import { WalkDraws } from '../../../src/respondent/walk/walkDraws.ts';

it('what is drawn at a place does not depend on what was drawn before', () => {
  const place = fc.record({ id: fc.nat(), attempt: fc.nat(5) });
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.array(place), place, (seed, index, before, { id, attempt }) => {
      const fresh = new WalkDraws(seed, index).question(id, attempt).next32();
      const used = new WalkDraws(seed, index);
      for (const each of before) used.question(each.id, each.attempt).next32();
      used.step(new Position(), 0).next32();
      expect(used.question(id, attempt).next32()).toBe(fresh);
    }),
  );
});

it('places, attempts and respondents differ in what they draw', () => {
  const draws = new WalkDraws(1, 1);
  const position = new Position();
  const drawn = [
    draws.walk.next32(),
    ...Array.from({ length: 200 }, (_, at) => draws.question(100 + at, 0).next32()),
    ...Array.from({ length: 200 }, (_, attempt) => draws.question(100, attempt + 1).next32()),
    ...Array.from({ length: 200 }, (_, departures) => draws.step(position, departures).next32()),
    ...Array.from({ length: 200 }, (_, attempt) => draws.page('101, 102', attempt).next32()),
    ...Array.from({ length: 200 }, (_, index) => new WalkDraws(1, index + 2).question(100, 0).next32()),
  ];
  expect(new Set(drawn).size).toBe(drawn.length);
});

it('questions are answered evenly over respondents', () => {
  const below = Array.from({ length: 4000 }, (_, index) => new WalkDraws(5, index).question(101, 0).next()).filter(
    (value) => value < 0.25,
  );
  expect(below.length / 4000).toBeCloseTo(0.25, 1);
});
