import { expect, test } from 'vitest';
import { isClauseId } from '../../src/judging/allClauses.ts';
import { answerHabitIds } from '../../src/judging/evidence/answerHabits.ts';
import { formHabitIds } from '../../src/judging/evidence/formHabits.ts';
import { faults } from '../../src/selftest/faults/faults.ts';

test('every fault says which clauses or habits it breaks', () => {
  for (const { id, clauses } of faults) {
    expect(clauses, id).not.toEqual([]);
    const isKnown = (broken: string): boolean =>
      isClauseId(broken) || [...answerHabitIds, ...formHabitIds].includes(broken);
    for (const broken of clauses) expect(isKnown(broken), `${id} breaks ${broken}`).toBe(true);
  }
});
