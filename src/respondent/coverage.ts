import type { AnswerType, KeyFormId } from '../contract/keyForms.ts';
import type { Status } from '../contract/statuses.ts';
import { type MoveFromPage, type MoveId, moveFrom, type PageKind, pageKinds } from '../contract/tableOfMoves.ts';
import type { Counts } from '../result/tally/counts.ts';
import { type CoverageDelta, emptyCoverage } from '../result/tally/delta.ts';
import type { Position } from './position/position.ts';

/** The ids and codes by which coverage counts errors (service.md#errors); 1002 is the code of both session errors. */
const errorIds = ['1000', '1002', '1010', '1013', '1026', '1040'] as const;

const kinds = ['transitions', 'statuses', 'keyForms', 'answerTypes', 'errors'] as const;
type Kind = (typeof kinds)[number];

/** Counts by name. On the hot path: in a map a name that was put together costs no look-up among all texts of the process. */
class Times {
  readonly #times = new Map<string, { count: number }>();

  add(name: string): void {
    const times = this.#times.get(name);
    if (times === undefined) this.#times.set(name, { count: 1 });
    else times.count++;
  }

  /** Hands over what was counted since the last call, under these names. */
  takeInto(counts: Counts, named = (name: string): string => name): void {
    for (const [name, { count }] of this.#times) counts[named(name)] = count;
    this.#times.clear();
  }
}

/** How often each move, status, key form, answer type and error of the document was exercised. Plain counts: they add. */
export class CoverageCounters {
  readonly #counts: Readonly<Record<Kind, Times>> = {
    transitions: new Times(),
    statuses: new Times(),
    keyForms: new Times(),
    answerTypes: new Times(),
    errors: new Times(),
  };
  readonly #fromPages: Readonly<Record<PageKind, Times>> = {
    first: new Times(),
    middle: new Times(),
    final: new Times(),
    only: new Times(),
  };

  count(kind: Exclude<Kind, 'errors'>, name: MoveId | Status | KeyFormId | AnswerType) {
    this.#counts[kind].add(name);
  }

  /** Counts a move from the page on which the respondent stands. */
  move(move: MoveFromPage, { visit, isOnFirst }: Position): void {
    this.#counts.transitions.add(move);
    if (visit !== null) this.#fromPages[pageKindOf(visit.page.isFinal === true, isOnFirst)].add(move);
  }

  /** Counts an error by its id or code, where the document has it. */
  error(id: unknown): void {
    const known = errorIds.find((each) => each === id || Number(each) === id);
    if (known !== undefined) this.#counts.errors.add(known);
  }

  /** What was counted since the last call; names that did not occur are absent. */
  take(): CoverageDelta {
    const taken = emptyCoverage();
    for (const kind of kinds) this.#counts[kind].takeInto(taken[kind]);
    for (const page of pageKinds) {
      this.#fromPages[page].takeInto(taken.transitionsByPage, (move) => moveFrom(move as MoveFromPage, page));
    }
    return taken;
  }
}

/** Where a respondent stands: what it can go back from is known to itself, whatever the page says. */
function pageKindOf(isFinal: boolean, isFirst: boolean): PageKind {
  if (isFinal) return isFirst ? 'only' : 'final';
  return isFirst ? 'first' : 'middle';
}
