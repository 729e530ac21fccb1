import { expect, test } from 'vitest';
import { isClauseId } from '../../../src/judging/clauses.ts';
import { faults } from '../../../src/service/faults/faults.ts';

test('every fault says which clauses it breaks', () => {
  for (const { id, clauses } of faults) {
    expect(clauses, id).not.toEqual([]);
    for (const clause of clauses) expect(isClauseId(clause), `${id} breaks ${clause}`).toBe(true);
  }
});
