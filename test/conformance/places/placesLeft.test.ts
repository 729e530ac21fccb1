import { expect, test } from 'vitest';
import { PlacesLeft } from '../../../src/conformance/places/placesLeft.ts';
import type { Place } from '../../../src/contract/places.ts';
import { clauseIds } from '../../../src/judging/allClauses.ts';
import { placesOf } from '../../../src/judging/evidence/clausePlaces.ts';
import { Evidence } from '../../../src/judging/evidence/evidence.ts';
import { Where } from '../../../src/judging/evidence/where.ts';

const place: Place = 'middle page, resumed';
const speaking = clauseIds.filter((id) => placesOf(id).has(place));

function lookedAtBy(clauses: readonly string[]): Evidence {
  const evidence = new Evidence();
  for (const id of clauses) evidence.lookedAt(id, place);
  return evidence;
}

test('a place is left while one clause that speaks of it was not looked at there', () => {
  const budget = { requests: 10 };
  expect(new PlacesLeft(lookedAtBy(speaking), budget, false).has([place])).toBe(false);
  expect(new PlacesLeft(lookedAtBy(speaking.slice(1)), budget, false).has([place])).toBe(true);
  expect(new PlacesLeft(lookedAtBy(speaking), budget, true).has([place])).toBe(true);
});

test('a place is looked at by what was judged there, whatever came of it', () => {
  const evidence = new Evidence();
  const where = new Where([place], [], null);
  const [first, ...others] = speaking;
  if (first !== undefined)
    evidence.failed(
      { clause: first, endpoint: 'take', path: '', expected: '', actual: '' },
      () => ({ steps: [], failingStep: 0, curl: '' }),
      { walk: null, survey: null },
      where,
    );
  for (const id of others) evidence.passed(id, { where, walk: null, exchange: null, features: null });
  expect(new PlacesLeft(evidence, { requests: 10 }, false).has([place])).toBe(false);
});

test('each place is tried once in each survey, as long as requests are left', () => {
  const left = new PlacesLeft(new Evidence(), { requests: 3 }, false);
  expect(left.takes([place], 2)).toBe(true);
  expect(left.takes([place])).toBe(false);
  left.begin();
  expect(left.takes([place])).toBe(true);
  left.begin();
  expect([left.isOver, left.takes([place])]).toEqual([true, false]);
});
