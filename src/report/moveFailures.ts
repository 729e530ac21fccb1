import { type MoveId, moves } from '../contract/moves.ts';
import type { Violation } from '../result/verdict.ts';

/** What the ids of a move's own clauses begin with, where it is not the move in capitals. */
const prefixes: Partial<Readonly<Record<MoveId, string>>> = { 'back-too-early': 'MOVE-BACK-EARLY' };

/**
 * How often each move went wrong: violations of the move's own clauses. What is wrong with the answer beside that
 * (a type, a header) is no failure of the move. With the moves that were made as promised they add up to all of them.
 */
export function moveFailures(violations: readonly Violation[]): ReadonlyMap<MoveId, number> {
  const failures = new Map<MoveId, number>();
  for (const id of Object.keys(moves) as MoveId[]) {
    const own = new RegExp(`^${prefixes[id] ?? `MOVE-${id.toUpperCase()}`}-\\d+$`);
    const count = violations.reduce((sum, { clause, count }) => (own.test(clause) ? sum + count : sum), 0);
    if (count > 0) failures.set(id, count);
  }
  return failures;
}
