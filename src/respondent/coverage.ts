import type { AnswerType, KeyFormId } from '../contract/keyForms.ts';
import { type MoveFromPage, type MoveId, moveFrom, type PageKind, pageKinds } from '../contract/moves.ts';
import type { Status } from '../contract/statuses.ts';
import { type CoverageDelta, emptyCoverage } from '../result/tally/delta.ts';
import type { Position } from './model/position.ts';

/** The ids and codes by which coverage counts errors (service.md#errors); 1002 is the code of both session errors. */
const errorIds = ['1000', '1002', '1010', '1013', '1026', '1040'] as const;

/** How often each move, status, key form, answer type and error of the document was exercised. Plain counts: they add. */
export class CoverageCounters {
  #counts = emptyCoverage();
  #fromPages = nowhere();

  count(kind: 'transitions' | 'statuses' | 'keyForms' | 'answerTypes', name: MoveId | Status | KeyFormId | AnswerType) {
    const counts = this.#counts[kind];
    counts[name] = (counts[name] ?? 0) + 1;
  }

  /** Counts a move from the page on which the respondent stands. */
  move(move: MoveFromPage, { visit, isOnFirst }: Position): void {
    this.count('transitions', move);
    if (visit === null) return;
    const counts = this.#fromPages[pageKindOf(visit.page.isFinal === true, isOnFirst)];
    counts[move] = (counts[move] ?? 0) + 1;
  }

  /** Counts an error by its id or code, where the document has it. */
  error(id: unknown): void {
    const { errors } = this.#counts;
    const known = errorIds.find((each) => each === id || Number(each) === id);
    if (known !== undefined) errors[known] = (errors[known] ?? 0) + 1;
  }

  /** What was counted since the last call; names that did not occur are absent. */
  take(): CoverageDelta {
    const taken = this.#counts;
    this.#counts = emptyCoverage();
    for (const page of pageKinds) {
      const counts = this.#fromPages[page];
      for (const move of Object.keys(counts) as MoveFromPage[]) {
        taken.transitionsByPage[moveFrom(move, page)] = counts[move] ?? 0;
      }
    }
    this.#fromPages = nowhere();
    return taken;
  }
}

function nowhere(): Readonly<Record<PageKind, Partial<Record<MoveFromPage, number>>>> {
  return { first: {}, middle: {}, final: {}, only: {} };
}

/** Where a respondent stands: what it can go back from is known to itself, whatever the page says. */
function pageKindOf(isFinal: boolean, isFirst: boolean): PageKind {
  if (isFinal) return isFirst ? 'only' : 'final';
  return isFirst ? 'first' : 'middle';
}
