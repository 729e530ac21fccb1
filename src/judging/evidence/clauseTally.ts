import type { ClauseId } from '../../contract/clause.ts';
import type { QuestionId } from '../../contract/questions/catalogue.ts';
import type { Findings } from '../findings.ts';

/** The answer to an open question that some judged thing gives. */
export interface Observed {
  readonly question: QuestionId;
  readonly value: string;
  readonly situation: string;
}

/**
 * What one judged thing was evidence for: the clauses that it kept, one entry a check, and the answers that it gave.
 * Where an equal thing comes again, `times` is counted and nothing is judged anew.
 */
export interface EvidenceGroup {
  readonly clauses: readonly ClauseId[];
  readonly observed: readonly Observed[];
  times: number;
}

/** Hears rules once, to learn what a thing is evidence for. */
export class EvidenceRecorder implements Findings {
  readonly clauses: ClauseId[] = [];
  readonly observed: Observed[] = [];
  /** Whether anything was broken or unclear: such a thing is never taken as evidence. */
  isClean = true;

  pass(clause: ClauseId): void {
    this.clauses.push(clause);
  }

  fail(): void {
    this.isClean = false;
  }

  expect(clause: ClauseId, holds: boolean): boolean {
    if (holds) this.clauses.push(clause);
    else this.isClean = false;
    return holds;
  }

  observe(question: QuestionId, value: string, situation = ''): void {
    this.observed.push({ question, value, situation });
  }

  inconclusive(): void {
    this.isClean = false;
  }
}

interface ClauseCount {
  checked: number;
  failed: number;
}

/** Checks and answers since the last call; what did not occur is left out. */
export interface TallyCounts {
  readonly checked: Readonly<Record<string, number>>;
  readonly failed: Readonly<Record<string, number>>;
  readonly observed: readonly (Observed & { readonly count: number })[];
}

/** How often each clause was checked and failed: the evidence without which nothing is green. */
export class ClauseTally {
  readonly #single = new Map<ClauseId, ClauseCount>();
  readonly #groups = new Map<string, EvidenceGroup>();

  passed(clause: ClauseId): void {
    this.#of(clause).checked++;
  }

  failed(clause: ClauseId): void {
    const count = this.#of(clause);
    count.checked++;
    count.failed++;
  }

  /** The group of what a recorder heard; the same one for all that are evidence for the same. */
  groupOf({ clauses, observed }: EvidenceRecorder): EvidenceGroup {
    const key = `${clauses.join()} ${observed.map(({ question, value }) => `${question}=${value}`).join()}`;
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const group = { clauses, observed, times: 0 };
    this.#groups.set(key, group);
    return group;
  }

  takeCounts(): TallyCounts {
    const checked: Record<string, number> = {};
    const failed: Record<string, number> = {};
    const observed: (Observed & { count: number })[] = [];
    for (const [id, count] of this.#single) {
      if (count.checked > 0) checked[id] = count.checked;
      if (count.failed > 0) failed[id] = count.failed;
      count.checked = 0;
      count.failed = 0;
    }
    for (const group of this.#groups.values()) {
      const { times } = group;
      if (times === 0) continue;
      for (const id of group.clauses) checked[id] = (checked[id] ?? 0) + times;
      for (const answer of group.observed) observed.push({ ...answer, count: times });
      group.times = 0;
    }
    return { checked, failed, observed };
  }

  #of(clause: ClauseId): ClauseCount {
    const known = this.#single.get(clause);
    if (known !== undefined) return known;
    const fresh = { checked: 0, failed: 0 };
    this.#single.set(clause, fresh);
    return fresh;
  }
}
