import { clauses, isClauseId } from '../../contract/clauses/catalogue.ts';

/** Whether a violated clause fails a run: a promise, not a reading or a sample of the document (design, Axes). */
export function isGating(clause: string): boolean {
  return !isClauseId(clause) || clauses[clause].level === 'must';
}
