import { type ClauseId, clauseIds } from '../contract/clauses/catalogue.ts';
import { type AnswerType, answerTypes, type KeyFormId, keyForms } from '../contract/keyForms.ts';
import { type MoveId, moves } from '../contract/moves.ts';
import { type Status, statusNames } from '../contract/statuses.ts';

/** Error ids and codes of the document, by which coverage counts errors (document, Errors). */
export const errorIds = ['1000', '1002', '1010', '1013', '1026', '1040'] as const;
export type ErrorId = (typeof errorIds)[number];

/**
 * How often each thing was exercised: plain records of numbers, so that they travel between threads, and merge by
 * addition. Every key is there from the start.
 */
export interface CoverageCounters {
  readonly clauses: Record<ClauseId, { checked: number; failed: number }>;
  readonly moves: Record<MoveId, number>;
  readonly statuses: Record<Status, number>;
  readonly keyForms: Record<KeyFormId, number>;
  readonly answerTypes: Record<AnswerType, number>;
  readonly errors: Record<ErrorId, number>;
}

/** Counters at zero. */
export function emptyCoverage(): CoverageCounters {
  return {
    clauses: records(clauseIds, () => ({ checked: 0, failed: 0 })),
    moves: records(Object.keys(moves) as MoveId[], () => 0),
    statuses: records(statusNames, () => 0),
    keyForms: records(Object.keys(keyForms) as KeyFormId[], () => 0),
    answerTypes: records(answerTypes, () => 0),
    errors: records(errorIds, () => 0),
  };
}

/** Adds `more` to `sum`. */
export function addCoverage(sum: CoverageCounters, more: CoverageCounters): void {
  for (const id of clauseIds) {
    sum.clauses[id].checked += more.clauses[id].checked;
    sum.clauses[id].failed += more.clauses[id].failed;
  }
  addRecord(sum.moves, more.moves);
  addRecord(sum.statuses, more.statuses);
  addRecord(sum.keyForms, more.keyForms);
  addRecord(sum.answerTypes, more.answerTypes);
  addRecord(sum.errors, more.errors);
}

function addRecord<Key extends string>(sum: Record<Key, number>, more: Readonly<Record<Key, number>>): void {
  for (const key in sum) sum[key] += more[key];
}

function records<Key extends string, Value>(keys: readonly Key[], value: () => Value): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, value()])) as Record<Key, Value>;
}
