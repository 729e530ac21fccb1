import { clauses, isClauseId } from '../../contract/clauses/catalogue.ts';
import type { Violation } from '../verdict.ts';

/** Whether a violated clause fails a run: a promise, not a reading or a sample of the document (design, Axes). */
export function isGating(clause: string): boolean {
  return !isClauseId(clause) || clauses[clause].level === 'must';
}

/** Whether a violation fails its run: one of a gating clause that nobody has accepted, also when it comes at times. */
export function gates({ clause, baseline }: Pick<Violation, 'clause' | 'baseline'>): boolean {
  return isGating(clause) && (baseline.kind === 'NEW' || baseline.kind === 'FLAKY');
}
