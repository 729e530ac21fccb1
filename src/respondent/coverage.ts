import { type AnswerType, answerTypes, type KeyFormId, keyForms } from '../contract/keyForms.ts';
import { type MoveFromPage, type MoveId, moveFrom, moves, type PageKind, pageKinds } from '../contract/moves.ts';
import { type Status, statusNames } from '../contract/statuses.ts';
import type { Counts } from '../result/tally/counts.ts';
import type { CoverageDelta } from '../result/tally/delta.ts';
import type { Position } from './model/position.ts';

/** The ids and codes by which coverage counts errors (service.md#errors); 1002 is the code of both session errors. */
const errorIds = ['1000', '1002', '1010', '1013', '1026', '1040'] as const;

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  const counts: Partial<Record<Name, number>> = {};
  for (const name of names) counts[name] = 0;
  return counts as Record<Name, number>;
}

/** How often each move, status, key form, answer type and error of the document was exercised. Plain counts: they add. */
export class CoverageCounters {
  readonly transitions = zeros(Object.keys(moves) as MoveId[]);
  readonly #fromPages: Readonly<Record<PageKind, Partial<Record<MoveFromPage, number>>>> = {
    first: {},
    middle: {},
    final: {},
    only: {},
  };
  readonly statuses = zeros<Status>(statusNames);
  readonly keyForms = zeros(Object.keys(keyForms) as KeyFormId[]);
  readonly answerTypes = zeros<AnswerType>(answerTypes);
  readonly errors = zeros<(typeof errorIds)[number]>(errorIds);

  /** Counts a move from the page on which the respondent stands. */
  move(move: MoveFromPage, { visit, isOnFirst }: Position): void {
    this.transitions[move]++;
    if (visit === null) return;
    const counts = this.#fromPages[pageKindOf(visit.page.isFinal === true, isOnFirst)];
    counts[move] = (counts[move] ?? 0) + 1;
  }

  /** Counts an error by its id or code, where the document has it. */
  error(id: unknown): void {
    const known = errorIds.find((each) => each === id || Number(each) === id);
    if (known !== undefined) this.errors[known]++;
  }

  /** What was counted since the last call, names that did not occur left out. */
  take(): Omit<CoverageDelta, 'checked' | 'failed'> {
    return {
      transitions: taken(this.transitions),
      transitionsByPage: this.#takeFromPages(),
      statuses: taken(this.statuses),
      keyForms: taken(this.keyForms),
      answerTypes: taken(this.answerTypes),
      errors: taken(this.errors),
    };
  }

  #takeFromPages(): Counts {
    const result: Record<string, number> = {};
    for (const page of pageKinds) {
      const counts = this.#fromPages[page];
      for (const move of Object.keys(counts) as MoveFromPage[]) {
        const count = counts[move] ?? 0;
        if (count > 0) result[moveFrom(move, page)] = count;
        counts[move] = 0;
      }
    }
    return result;
  }
}

/** Where a respondent stands: what it can go back from is known to itself, whatever the page says. */
function pageKindOf(isFinal: boolean, isFirst: boolean): PageKind {
  if (isFinal) return isFirst ? 'only' : 'final';
  return isFirst ? 'first' : 'middle';
}

function taken<Name extends string>(counts: Record<Name, number>): Counts {
  const result: Record<string, number> = {};
  for (const name in counts) {
    if (counts[name] > 0) result[name] = counts[name];
    counts[name] = 0;
  }
  return result;
}
