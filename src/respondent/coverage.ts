import { type AnswerType, answerTypes, type KeyFormId, keyForms } from '../contract/keyForms.ts';
import { type MoveId, moves } from '../contract/moves.ts';
import { type Status, statusNames } from '../contract/statuses.ts';
import type { CountsByName, WalkCoverage } from './crowd.ts';

/** The ids and codes by which coverage counts errors (document, Errors); 1002 is the code of both session errors. */
const errorIds = ['1000', '1002', '1010', '1013', '1026', '1040'] as const;

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
  readonly errors = zeros<(typeof errorIds)[number]>(errorIds);

  /** What was counted since the last call, names that did not occur left out. */
  take(): CoverageCounts {
    return {
      transitions: taken(this.transitions),
      statuses: taken(this.statuses),
      keyForms: taken(this.keyForms),
      answerTypes: taken(this.answerTypes),
      errors: taken(this.errors),
    };
  }
}

type CoverageCounts = Omit<WalkCoverage, 'checked' | 'failed'>;

function taken<Name extends string>(counts: Record<Name, number>): CountsByName {
  const result: Record<string, number> = {};
  for (const name in counts) {
    if (counts[name] > 0) result[name] = counts[name];
    counts[name] = 0;
  }
  return result;
}
