import type { ClauseId } from '../../contract/clause.ts';

/** Sequences that are told apart: beyond them each clause is one of its own. */
const mostSequences = 100_000;

/** All sequences of a run. */
interface Known {
  count: number;
  readonly onNew: (clause: ClauseId) => void;
}

/**
 * Clauses that are kept one after the other: the same object for the same ones in the same order. What is judged alike
 * keeps alike, so a run of a million checks has some thousand sequences, and what they have in common is counted once.
 */
export class ClauseSequence {
  readonly #clause: ClauseId | null;
  readonly #before: ClauseSequence | null;
  readonly #all: Known;
  /** The one that went on last, which mostly goes on next: without a look into the others. */
  #latest: ClauseSequence | null = null;
  #others: Map<ClauseId, ClauseSequence> | null = null;
  #counts: ReadonlyMap<ClauseId, number> | null = null;
  #together: Map<readonly ClauseId[], ClauseSequence> | null = null;

  private constructor(clause: ClauseId | null, before: ClauseSequence | null, all: Known) {
    this.#clause = clause;
    this.#before = before;
    this.#all = all;
  }

  /** The empty sequence, which all of a run begin with. @param onNew hears of each clause of a sequence that is new */
  static begin(onNew: (clause: ClauseId) => void = () => {}): ClauseSequence {
    return new ClauseSequence(null, null, { count: 0, onNew });
  }

  /** This one with a clause more; `null` where too many are known. A single clause always is one. */
  with(clause: ClauseId): ClauseSequence | null {
    const latest = this.#latest;
    if (latest !== null && latest.#clause === clause) return latest;
    const known = this.#others?.get(clause);
    if (known === undefined && this.#all.count >= mostSequences && this.#before !== null) return null;
    const next = known ?? this.#grown(clause);
    this.#latest = next;
    return next;
  }

  /** This one with the clauses of a list, the same object each time; `null` where too many are known. */
  withAll(clauses: readonly ClauseId[]): ClauseSequence | null {
    const known = this.#together?.get(clauses);
    if (known !== undefined) return known;
    let all: ClauseSequence | null = this;
    for (const clause of clauses) all = all?.with(clause) ?? null;
    if (all === null) return null;
    this.#together ??= new Map();
    this.#together.set(clauses, all);
    return all;
  }

  /** How often it has each clause. */
  get counts(): ReadonlyMap<ClauseId, number> {
    this.#counts ??= this.#counted();
    return this.#counts;
  }

  #grown(clause: ClauseId): ClauseSequence {
    this.#all.onNew(clause);
    const fresh = new ClauseSequence(clause, this, this.#all);
    this.#all.count++;
    this.#others ??= new Map();
    this.#others.set(clause, fresh);
    return fresh;
  }

  #counted(): ReadonlyMap<ClauseId, number> {
    const counts = new Map<ClauseId, number>();
    for (let at: ClauseSequence | null = this; at !== null; at = at.#before)
      if (at.#clause !== null) counts.set(at.#clause, (counts.get(at.#clause) ?? 0) + 1);
    return counts;
  }
}
