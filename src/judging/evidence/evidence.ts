import type { ClauseId } from '../../contract/clause.ts';
import type { Place } from '../../contract/places.ts';
import { isQuestionId, type QuestionId } from '../../contract/questions/openQuestions.ts';
import { walkChances } from '../../result/chances.ts';
import { onceOf } from '../../result/symptom.ts';
import type { Violation, Witness } from '../../result/verdict.ts';
import { withOccurrences } from '../../result/violationId.ts';
import { clauseOf, isClauseId } from '../allClauses.ts';
import { newViolation, type ViolationFacts, violationKey, withCheck } from '../identity.ts';
import { entryOf } from '../memoised.ts';
import { placesAt } from './clausePlaces.ts';
import { Conditions } from './conditions.ts';
import { Habits, noteByPlace } from './habits.ts';
import { KnownViolations } from './knownViolations.ts';
import { WalksMet } from './walksMet.ts';
import { nowhere, type Where } from './where.ts';

/** What is known about one clause so far. */
export interface ClauseEvidence extends Readonly<Record<Unknown, Set<string>>> {
  checked: number;
  failed: number;
  /** Where it was looked at. */
  readonly places: Set<Place>;
  /** What the places were taken from. */
  readonly wheres: Set<Where>;
  latest: Where;
  /** Distinct violations, by what makes them one; the first occurrence keeps its witness. */
  readonly failures: Map<string, Violation>;
  /** The walks of probes that came to a check of it, and how many further ones may have. */
  readonly walks: WalksMet;
  otherWalks: number;
  /** The walks that showed each violation. */
  readonly walksOf: Map<string, WalksMet>;
}

/** Why something is unknown: time-outs, defects of canvass, what the profile lacks. */
export type Unknown = 'inconclusive' | 'harnessErrors' | 'unexercised';

/** One answer to an open question, in one situation. */
export interface AnswerEvidence {
  readonly value: string;
  readonly situations: Map<string, number>;
  count: number;
  readonly witness: Witness;
}

/** The walk that showed a violation, and the survey that it was seen in. */
type SeenBy = Readonly<{ walk: object | null; survey: string | null }>;
const nobody: SeenBy = { walk: null, survey: null };

const maxFailuresPerClause = 20;
const maxAnswersPerQuestion = 40;

/**
 * Everything that a run has learnt, clause by clause and question by question. Memory is bounded: equal violations are
 * counted, distinct ones kept up to a bound, witnesses built for the first of each.
 */
export class Evidence {
  readonly #clauses = new Map<ClauseId, ClauseEvidence>();
  readonly #questions = new Map<QuestionId, Map<string, AnswerEvidence>>();
  /** What the service does where nothing says how. */
  readonly habits = new Habits();
  /** Under which circumstances it breaks what it keeps otherwise. */
  readonly conditions = new Conditions();
  readonly known = new KnownViolations();
  /** Defects of canvass that probes ran into. */
  readonly probeErrors: string[] = [];
  readonly #broken = new Set<ClauseId>();
  #checks = 0;

  /** Checks made so far, over all clauses. */
  get checks(): number {
    return this.#checks;
  }

  /** @param walk that came to it; `null` for what belongs to none. */
  passed(clause: ClauseId, count = 1, where = nowhere, walk: object | null = null): void {
    const evidence = this.#of(clause);
    if (walk !== null) evidence.walks.add(walk);
    evidence.checked += count;
    this.#checks += count;
    this.#lookedIn(evidence, where, clause);
  }

  #lookedIn(evidence: ClauseEvidence, where: Where, clause: ClauseId): void {
    if (where === nowhere || where === evidence.latest) return;
    evidence.latest = where;
    const { wheres, places } = evidence;
    if (wheres.has(where)) return;
    wheres.add(where);
    for (const place of placesAt(where, clause)) places.add(place);
  }

  /** It was looked at in a place, as was counted elsewhere. */
  lookedAt(clause: ClauseId, place: Place): void {
    this.#of(clause).places.add(place);
  }

  /** @param by the walk that showed it, and the survey that it was seen in; each `null` for what belongs to none. */
  failed(facts: ViolationFacts, witness: () => Witness, by: SeenBy = nobody, where = nowhere): void {
    const { walk, survey } = by;
    const evidence = this.#of(facts.clause);
    this.#lookedIn(evidence, where, facts.clause);
    evidence.checked++;
    evidence.failed++;
    this.#broken.add(facts.clause);
    this.#checks++;
    const key = violationKey(facts);
    const known = evidence.failures.get(key);
    const surveys = survey === null ? {} : { [survey]: 1 };
    if (known !== undefined)
      evidence.failures.set(key, withOccurrences(known, 1, onceOf(facts.symptom?.came), surveys));
    else if (evidence.failures.size < maxFailuresPerClause) {
      const found = newViolation(facts, witness());
      evidence.failures.set(key, survey === null ? found : { ...found, surveys });
      evidence.walksOf.set(key, new WalksMet());
    }
    if (walk !== null) evidence.walksOf.get(key)?.add(walk);
  }

  /** A walk came to a check of the clause. */
  reached(clause: ClauseId, walk: object): void {
    this.#of(clause).walks.add(walk);
  }

  /** So many further walks were checked for the clause together, and each may have come to it. */
  othersReached(clause: ClauseId, walks: number): void {
    this.#of(clause).otherWalks += walks;
  }

  /** Why something about a clause is unknown. */
  unknown(why: Unknown, clause: ClauseId, reason: string): void {
    this.#of(clause)[why].add(reason);
  }

  /** A defect of canvass itself in a probe, whatever its clauses. */
  probeFailed(reason: string): void {
    this.probeErrors.push(reason);
  }

  /**
   * Records an answer to an open question. Two different answers in one `situation` contradict each other; a question
   * whose answers may well differ (which codes occur) gives each answer a situation of its own.
   */
  observed(
    question: QuestionId,
    value: string,
    situation: string,
    witness: () => Witness,
    count = 1,
    where = nowhere,
  ): void {
    // In different situations it may be answered in different ways.
    if (situation === '') noteByPlace(this.habits, question, value, where);
    const answers = entryOf(this.#questions, question, () => new Map<string, AnswerEvidence>());
    const known = answers.get(value);
    if (known !== undefined) {
      known.count += count;
      known.situations.set(situation, (known.situations.get(situation) ?? 0) + count);
    } else if (answers.size < maxAnswersPerQuestion) {
      answers.set(value, { value, count, situations: new Map([[situation, count]]), witness: witness() });
    }
  }

  isObserved(question: QuestionId, value: string): boolean {
    return this.#questions.get(question)?.has(value) === true;
  }

  clause(id: ClauseId): ClauseEvidence | undefined {
    return this.#clauses.get(id);
  }

  answers(question: QuestionId): readonly AnswerEvidence[] {
    return [...(this.#questions.get(question)?.values() ?? [])];
  }

  /** As `answers`, for a question by name; empty when there is no such question. */
  answersOf(question: string): readonly AnswerEvidence[] {
    return isQuestionId(question) ? this.answers(question) : [];
  }

  /** The clauses that failed, in the order in which they first did. */
  get broken(): ReadonlySet<ClauseId> {
    return this.#broken;
  }

  /** All distinct violations, in the order in which their clauses first failed. */
  get failures(): readonly Violation[] {
    return [...this.#clauses.values()].flatMap(({ checked, failures, walks, otherWalks, walksOf }) =>
      [...failures].map(([key, violation]) => {
        const condition = violation.condition ?? this.conditions.of(violation, key);
        const known = {
          ...violation,
          ...walkChances(violation, walksOf.get(key)?.count ?? 0, { walks: walks.count + otherWalks, checked }),
          ...(condition === null ? {} : { condition }),
        };
        const { clause } = violation;
        if (condition?.from === undefined || !isClauseId(clause)) return known;
        return { ...known, witness: withCheck(violation.witness, { ...known, clause }) };
      }),
    );
  }

  #of(clause: ClauseId): ClauseEvidence {
    return entryOf(this.#clauses, clause, () => {
      // Throws where a rule names a clause that nobody wrote down.
      clauseOf(clause);
      return {
        checked: 0,
        failed: 0,
        places: new Set(),
        wheres: new Set(),
        latest: nowhere,
        failures: new Map(),
        walks: new WalksMet(),
        otherWalks: 0,
        walksOf: new Map(),
        inconclusive: new Set(),
        harnessErrors: new Set(),
        unexercised: new Set(),
      };
    });
  }
}
