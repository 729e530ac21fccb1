import { expect, test } from 'vitest';
import { clauseIds, isClauseId } from '../../../src/contract/clauses/catalogue.ts';
import { isGating } from '../../../src/result/tally/gating.ts';
import { faults } from '../../../src/service/faults/catalogue.ts';
import { clausesByFault } from '../../../src/service/faults/clauses/catalogue.ts';
import { settledFaults } from '../../../src/service/faults/settled/catalogue.ts';

test('every clause that can fail a run is broken by a planted fault', () => {
  const broken = new Set(faults.flatMap(({ clauses }) => clauses));
  expect(clauseIds.filter((id) => isGating(id) && !broken.has(id))).toEqual([]);
});

test('every clause of the catalogue that can only deviate is broken by a planted fault, too', () => {
  const broken = new Set(faults.flatMap(({ clauses }) => clauses));
  expect(clauseIds.filter((id) => !isGating(id) && !broken.has(id))).toEqual([]);
});

test('every planted fault says which clauses it breaks', () => {
  for (const { id, clauses } of faults) {
    expect(clauses, id).not.toEqual([]);
    for (const clause of clauses) expect(isClauseId(clause), `${id} breaks ${clause}`).toBe(true);
  }
});

test('what faults break is said once, and of faults that there are', () => {
  const known = new Set(faults.map(({ id }) => id));
  const settled = new Set(settledFaults.map(({ id }) => id));
  const named = Object.keys(clausesByFault);
  expect(named.filter((id) => !known.has(id))).toEqual([]);
  expect(named.filter((id) => settled.has(id))).toEqual([]);
});
