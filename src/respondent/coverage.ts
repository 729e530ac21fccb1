import { type AnswerType, answerTypes, type KeyFormId, keyForms } from '../contract/keyForms.ts';
import { type MoveId, moves } from '../contract/moves.ts';
import { type Status, statusNames } from '../contract/statuses.ts';

/** The errors of the document, as coverage names them. */
export const errorKinds = ['session-expired', 'no-previous-page', '400', '401', '403', '404', '500'] as const;
export type ErrorKind = (typeof errorKinds)[number];

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  const counts: Partial<Record<Name, number>> = {};
  for (const name of names) counts[name] = 0;
  return counts as Record<Name, number>;
}

/** How often each move, status, key form, answer type and error of the document was exercised. Plain counts: they add. */
export class CoverageCounters {
  readonly transitions = zeros(Object.keys(moves) as MoveId[]);
  readonly statuses = zeros<Status>(statusNames);
  readonly keyForms = zeros(Object.keys(keyForms) as KeyFormId[]);
  readonly answerTypes = zeros<AnswerType>(answerTypes);
  readonly errors = zeros<ErrorKind>(errorKinds);

  /** Adds the counts of another, of a worker say. */
  add(other: CoverageCounts): void {
    sum(this.transitions, other.transitions);
    sum(this.statuses, other.statuses);
    sum(this.keyForms, other.keyForms);
    sum(this.answerTypes, other.answerTypes);
    sum(this.errors, other.errors);
  }
}

export type CoverageCounts = Pick<CoverageCounters, 'transitions' | 'statuses' | 'keyForms' | 'answerTypes' | 'errors'>;

function sum<Name extends string>(into: Record<Name, number>, from: Record<Name, number>): void {
  for (const name in from) into[name] += from[name];
}
