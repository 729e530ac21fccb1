import type { ClauseId } from '../../contract/clause.ts';
import type { QuestionId } from '../../contract/questions/openQuestions.ts';
import { placeKey } from '../../result/placeKeys.ts';
import { Findings } from '../findings.ts';
import { entryOf } from '../memoised.ts';
import type { QuestionReading } from '../reading/questionView.ts';
import { placesAt } from './clausePlaces.ts';
import { nowhere, type Where } from './where.ts';

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
  /** The clauses that were kept by all of it, or by one question of it. */
  readonly parts: readonly (readonly [question: QuestionReading | null, clauses: ReadonlySet<ClauseId>])[];
  times = 0;
  /** Where it came, ever, and where it came last. */
  readonly wheres = new Set<Where>();
  latest = nowhere;
  #each: readonly ClauseId[] | null = null;

  constructor({ checks, observed, kept }: EvidenceRecorder) {
    this.clauses = [...checks];
    this.observed = [...observed.values()];
    this.parts = [...kept];
  }

  /** Says all of it again, as the rules would that look at the same thing. */
  tell(findings: Findings): void {
    this.#each ??= this.clauses.flatMap(([clause, checks]) => new Array<ClauseId>(checks).fill(clause));
    findings.passAgain(this.#each);
    for (const { question, value, situation, count } of this.observed)
      for (let nth = 0; nth < count; nth++) findings.observe(question, value, situation);
  }
}

/** Hears rules, to learn what a thing is evidence for. */
export class EvidenceRecorder extends Findings {
  readonly checks = new Map<ClauseId, number>();
  /** The clauses that were kept, by the question that was judged. */
  readonly kept = new Map<QuestionReading | null, Set<ClauseId>>();
  readonly observed = new Map<string, Counted>();
  /** Whether anything was broken or unclear: such a thing is never taken as evidence. */
  isClean = true;
  readonly #question: QuestionReading | null;

  /** @param question that is judged; `null`: a whole answer */
  constructor(question: QuestionReading | null = null) {
    super();
    this.#question = question;
  }

  pass(clause: ClauseId): void {
    this.checks.set(clause, (this.checks.get(clause) ?? 0) + 1);
    this.#keptBy(this.#question).add(clause);
  }

  fail(): void {
    this.isClean = false;
  }

  override observe(question: QuestionId, value: string, situation = ''): void {
    addObserved(this.observed, { question, value, situation }, 1);
  }

  override inconclusive(): void {
    this.isClean = false;
  }

  /** What is said of a part of an answer is told with that part each time. */
  override ofPart(features: readonly string[] | null): void {
    if (features !== null) this.isClean = false;
  }

  /** Takes in what another one heard. */
  add({ checks, observed, kept }: EvidenceRecorder): void {
    for (const [clause, count] of checks) this.checks.set(clause, (this.checks.get(clause) ?? 0) + count);
    for (const [question, clauses] of kept) for (const clause of clauses) this.#keptBy(question).add(clause);
    for (const each of observed.values()) addObserved(this.observed, each, each.count);
  }

  #keptBy(question: QuestionReading | null): Set<ClauseId> {
    return entryOf(this.kept, question, () => new Set<ClauseId>());
  }
}

interface ClauseCount {
  checked: number;
  failed: number;
  /** Whether it was told that the clause was looked at there. */
  isTold: boolean;
}

const unchecked = (): ClauseCount => ({ checked: 0, failed: 0, isTold: false });

/** Checks and answers since the last call; what did not occur is left out. */
export interface TallyCounts {
  readonly checked: Readonly<Record<string, number>>;
  readonly failed: Readonly<Record<string, number>>;
  readonly observed: readonly Readonly<Counted>[];
  /** Clauses at the places where they were looked at for the first time, as `placeKey` names them. */
  readonly places: Readonly<Record<string, number>>;
}

/** How often each clause was checked and failed, and where: the evidence without which nothing is green. */
export class ClauseTally {
  #where = nowhere;
  #single = new Map<ClauseId, ClauseCount>();
  /** The clauses that were counted one by one, by where. */
  readonly #singles = new Map<Where, Map<ClauseId, ClauseCount>>([[nowhere, this.#single]]);
  /** Groups that came where they had not come before. */
  readonly #arrived: (readonly [EvidenceGroup, Where])[] = [];
  /** Clauses at places, as far as they were told. */
  readonly #looked = new Set<string>();
  /** Those that were counted since the last time. */
  readonly #groups: EvidenceGroup[] = [];

  /** Where is what is counted from here on. */
  at(where: Where): void {
    if (where === this.#where) return;
    this.#where = where;
    this.#single = entryOf(this.#singles, where, () => new Map<ClauseId, ClauseCount>());
  }

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
    const where = this.#where;
    if (group.latest === where) return;
    group.latest = where;
    if (group.wheres.has(where)) return;
    group.wheres.add(where);
    this.#arrived.push([group, where]);
  }

  takeCounts(): TallyCounts {
    const checked: Record<string, number> = {};
    const failed: Record<string, number> = {};
    const observed = new Map<string, Counted>();
    const places: Record<string, number> = {};
    for (const [where, counts] of this.#singles)
      for (const [id, count] of counts) {
        if (count.checked === 0) continue;
        checked[id] = (checked[id] ?? 0) + count.checked;
        if (count.failed > 0) failed[id] = (failed[id] ?? 0) + count.failed;
        if (!count.isTold) this.#tell(places, where, id);
        count.isTold = true;
        count.checked = 0;
        count.failed = 0;
      }
    for (const group of this.#groups.splice(0)) {
      const { times } = group;
      for (const [id, checks] of group.clauses) checked[id] = (checked[id] ?? 0) + times * checks;
      for (const answer of group.observed) addObserved(observed, answer, times * answer.count);
      group.times = 0;
    }
    for (const [{ parts }, where] of this.#arrived.splice(0))
      for (const [question, clauses] of parts) {
        const at = question === null ? where : where.ofQuestion(question);
        for (const id of clauses) this.#tell(places, at, id);
      }
    return { checked, failed, observed: [...observed.values()], places };
  }

  #tell(places: Record<string, number>, where: Where, clause: ClauseId): void {
    for (const place of placesAt(where, clause)) {
      const key = placeKey(clause, place);
      if (this.#looked.has(key)) continue;
      this.#looked.add(key);
      places[key] = 1;
    }
  }

  #of(clause: ClauseId): ClauseCount {
    return entryOf(this.#single, clause, unchecked);
  }
}
