import { type ClauseId, isClauseId } from '../../../contract/clauses/catalogue.ts';
import type { Fault } from '../fault.ts';

/** A fault with the clauses that it must trip, whatever else it trips on the way. */
export function settled(fault: Fault, ...clauses: readonly ClauseId[]): Fault {
  return { ...fault, clauses };
}

/** The clause of that id, where there is one. */
export function clauseOf(id: string): ClauseId | null {
  return isClauseId(id) ? id : null;
}
