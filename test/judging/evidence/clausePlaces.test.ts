import { expect, test } from 'vitest';
import { places } from '../../../src/contract/places.ts';
import { clauseIds } from '../../../src/judging/allClauses.ts';
import { placesByClause, placesOf } from '../../../src/judging/evidence/clausePlaces.ts';

test('each row is that of some clause, and names several places', () => {
  for (const [clauses, its] of placesByClause) {
    const first = clauseIds.filter((id) => placesByClause.find(([each]) => each.test(id))?.[0] === clauses);
    expect(first, String(clauses)).not.toEqual([]);
    expect(its.length, String(clauses)).toBeGreaterThan(1);
  }
});

test('every place is one that some clause speaks of', () => {
  const spokenOf = new Set(clauseIds.flatMap((id) => [...placesOf(id)]));
  expect(places.filter((place) => !spokenOf.has(place))).toEqual([]);
});
