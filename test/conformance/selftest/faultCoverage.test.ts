import { expect, test } from 'vitest';
import { clauseIds, isClauseId } from '../../../src/judging/clauses.ts';
import { isGating } from '../../../src/judging/identity.ts';
import { faults } from '../../../src/service/faults/faults.ts';

test('every clause that can fail a run is broken by a fault', () => {
  const broken = new Set(faults.flatMap(({ clauses }) => clauses));
  expect(clauseIds.filter((id) => isGating(id) && !broken.has(id))).toEqual([]);
});

test('every clause of the catalogue that can only deviate is broken by a fault, too', () => {
  const broken = new Set(faults.flatMap(({ clauses }) => clauses));
  expect(clauseIds.filter((id) => !isGating(id) && !broken.has(id))).toEqual([]);
});

test('every fault says which clauses it breaks', () => {
  for (const { id, clauses } of faults) {
    expect(clauses, id).not.toEqual([]);
    for (const clause of clauses) expect(isClauseId(clause), `${id} breaks ${clause}`).toBe(true);
  }
});
