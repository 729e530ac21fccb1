import type { ClauseId } from '../../contract/clause.ts';
import type { QuestionId } from '../../contract/questions/catalogue.ts';
import type { Findings } from '../findings.ts';

/** The answer to an open question that some judged thing gives. */
export interface Observed {
  readonly question: QuestionId;
  readonly value: string;
  readonly situation: string;
}

type Counted = Observed & { count: number };

/** Adds answers to those that were given before. */
function addObserved(to: Map<string, Counted>, { question, value, situation }: Observed, count: number): void {
  const key = `${question}\n${situation}\n${value}`;
  const known = to.get(key);
  if (known === undefined) to.set(key, { question, value, situation, count });
  else known.count += count;
}

/**
 * What one judged thing was evidence for: how often it kept each clause, and the answers that it gave. Where the same
 * thing comes again, `times` is counted and nothing is judged anew.
 */
export class EvidenceGroup {
  readonly clauses: readonly (readonly [clause: ClauseId, checks: number])[];
  readonly observed: readonly Counted[];
  times = 0;

  constructor({ checks, observed }: EvidenceRecorder) {
    this.clauses = [...checks];
    this.observed = [...observed.values()];
  }
}

/** Hears rules, to learn what a thing is evidence for. */
export class EvidenceRecorder implements Findings {
  readonly checks = new Map<ClauseId, number>();
  readonly observed = new Map<string, Counted>();
  /** Whether anything was broken or unclear: such a thing is never taken as evidence. */
  isClean = true;

  pass(clause: ClauseId): void {
    this.checks.set(clause, (this.checks.get(clause) ?? 0) + 1);
  }

  fail(): void {
    this.isClean = false;
  }

  expect(clause: ClauseId, holds: boolean): boolean {
    if (holds) this.pass(clause);
    else this.isClean = false;
    return holds;
  }

  observe(question: QuestionId, value: string, situation = ''): void {
    addObserved(this.observed, { question, value, situation }, 1);
  }

  inconclusive(): void {
    this.isClean = false;
  }

  /** Takes in what another one heard. */
  add({ checks, observed }: EvidenceRecorder): void {
    for (const [clause, count] of checks) this.checks.set(clause, (this.checks.get(clause) ?? 0) + count);
    for (const each of observed.values()) addObserved(this.observed, each, each.count);
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
  readonly observed: readonly Readonly<Counted>[];
}

/** How often each clause was checked and failed: the evidence without which nothing is green. */
export class ClauseTally {
  readonly #single = new Map<ClauseId, ClauseCount>();
  /** Those that were counted since the last time. */
  readonly #groups: EvidenceGroup[] = [];

  passed(clause: ClauseId): void {
    this.#of(clause).checked++;
  }

  failed(clause: ClauseId): void {
    const count = this.#of(clause);
    count.checked++;
    count.failed++;
  }

  /** What a group is evidence for came once more. */
  again(group: EvidenceGroup): void {
    if (group.times++ === 0) this.#groups.push(group);
  }

  takeCounts(): TallyCounts {
    const checked: Record<string, number> = {};
    const failed: Record<string, number> = {};
    const observed = new Map<string, Counted>();
    for (const [id, count] of this.#single) {
      if (count.checked > 0) checked[id] = count.checked;
      if (count.failed > 0) failed[id] = count.failed;
      count.checked = 0;
      count.failed = 0;
    }
    for (const group of this.#groups.splice(0)) {
      const { times } = group;
      for (const [id, checks] of group.clauses) checked[id] = (checked[id] ?? 0) + times * checks;
      for (const answer of group.observed) addObserved(observed, answer, times * answer.count);
      group.times = 0;
    }
    return { checked, failed, observed: [...observed.values()] };
  }

  #of(clause: ClauseId): ClauseCount {
    const known = this.#single.get(clause);
    if (known !== undefined) return known;
    const fresh = { checked: 0, failed: 0 };
    this.#single.set(clause, fresh);
    return fresh;
  }
}
