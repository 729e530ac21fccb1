import type { ClauseId } from '../../contract/clause.ts';
import type { EndpointId } from '../../contract/endpoints.ts';
import type { Place } from '../../contract/places.ts';
import { isQuestionId, type QuestionId } from '../../contract/questions/openQuestions.ts';
import { walkChances } from '../../result/chances.ts';
import { fetchesStored } from '../../result/curl.ts';
import type { Exchange } from '../../result/exchange.ts';
import { onceOf } from '../../result/symptom.ts';
import type { Violation, Witness } from '../../result/verdict.ts';
import { withOccurrences } from '../../result/violationId.ts';
import { clauseOf, isClauseId } from '../allClauses.ts';
import { newViolation, type ViolationFacts, violationKey, withCheck } from '../identity.ts';
import { entryOf } from '../memoised.ts';
import { placesAt } from './clausePlaces.ts';
import { ClauseSequence } from './clauseSequence.ts';
import { Conditions } from './conditions.ts';
import { Habits } from './habits.ts';
import { KnownViolations } from './knownViolations.ts';
import type { FeatureSet } from './sightings.ts';
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
  /** How many walks beside those of probes may have come to a check of it. */
  otherWalks: number;
  /** The walks that showed each violation. */
  readonly walksOf: Map<string, WalksMet>;
}

/** What is judged by itself: an answer, or a part of it. */
export interface JudgedPart {
  readonly where: Where;
  /** That came to it; `null` for what belongs to none. */
  readonly walk: object | null;
  readonly exchange: Exchange | null;
  readonly features: FeatureSet | null;
  /** The endpoint that shows it, if not that of the exchange. */
  readonly shownAt?: EndpointId;
}

const nothingElse: JudgedPart = { where: nowhere, walk: null, exchange: null, features: null };

/** What was seen of clauses that were kept one after the other. */
class Kept {
  /** Since they were counted for each clause. */
  times = 0;
  latest = nowhere;
  readonly wheres = new Set<Where>();
  /** The walks of probes that came to them, by number. */
  readonly walks = new Set<number>();
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
  /** What is kept now, one clause after the other, by one part of an answer. */
  readonly #nothing = ClauseSequence.begin((clause) => this.#of(clause));
  #sequence = this.#nothing;
  #part = nothingElse;
  readonly #kept = new Map<ClauseSequence, Kept>();
  readonly #uncounted: [ClauseSequence, Kept][] = [];
  readonly #walks = new WeakMap<object, number>();
  /** The walks that broke a clause, by number. */
  readonly #reached = new Map<ClauseId, Set<number>>();
  #walksMet = 0;

  get checks(): number {
    return this.#checks;
  }

  passed(clause: ClauseId, part = nothingElse): void {
    if (part !== this.#part) this.#begin(part);
    this.#checks++;
    const longer = this.#sequence.with(clause);
    if (longer !== null) this.#sequence = longer;
    else {
      this.#settle();
      this.#sequence = this.#nothing.with(clause) ?? this.#nothing;
    }
  }

  /** @param clauses the same list where the same thing comes again */
  passedAgain(clauses: readonly ClauseId[], part: JudgedPart): void {
    if (part !== this.#part) this.#begin(part);
    const longer = this.#sequence.withAll(clauses);
    if (longer === null) for (const clause of clauses) this.passed(clause, part);
    else {
      this.#sequence = longer;
      this.#checks += clauses.length;
    }
  }

  #begin(part: JudgedPart): void {
    this.#settle();
    this.#part = part;
  }

  /** So many checks of it passed elsewhere. */
  passedElsewhere(clause: ClauseId, count: number): void {
    this.#of(clause).checked += count;
    this.#checks += count;
  }

  /** Counts what was kept until here. */
  #settle(): void {
    const sequence = this.#sequence;
    if (sequence === this.#nothing) return;
    this.#sequence = this.#nothing;
    const kept = entryOf(this.#kept, sequence, () => new Kept());
    if (kept.times++ === 0) this.#uncounted.push([sequence, kept]);
    const { where, walk, exchange, features, shownAt } = this.#part;
    if (walk !== null) kept.walks.add(this.#numberOf(walk));
    if (exchange !== null) this.conditions.heldTogether(sequence, exchange, features, shownAt);
    if (where === kept.latest) return;
    kept.latest = where;
    if (kept.wheres.has(where)) return;
    kept.wheres.add(where);
    for (const clause of sequence.counts.keys()) this.#lookedIn(this.#of(clause), where, clause);
  }

  /** Counts for each clause what was kept together. */
  #count(): void {
    this.#settle();
    for (const [{ counts }, kept] of this.#uncounted.splice(0)) {
      for (const [clause, checks] of counts) this.#of(clause).checked += kept.times * checks;
      kept.times = 0;
    }
  }

  #numberOf(walk: object): number {
    const known = this.#walks.get(walk);
    if (known !== undefined) return known;
    this.#walks.set(walk, ++this.#walksMet);
    return this.#walksMet;
  }

  /** How many walks of probes came to a check of the clause. */
  #walksTo(clause: ClauseId): number {
    this.#settle();
    const walks = new Set(this.#reached.get(clause));
    for (const [{ counts }, kept] of this.#kept) if (counts.has(clause)) for (const walk of kept.walks) walks.add(walk);
    return walks.size;
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
      evidence.failures.set(
        key,
        withOccurrences(withOwnRecord(known, facts, witness), 1, onceOf(facts.symptom?.came), surveys),
      );
    else if (evidence.failures.size < maxFailuresPerClause) {
      const found = newViolation(facts, witness());
      evidence.failures.set(key, survey === null ? found : { ...found, surveys });
      evidence.walksOf.set(key, new WalksMet());
    }
    if (walk !== null) evidence.walksOf.get(key)?.add(walk);
  }

  /** A walk came to a check of the clause. */
  reached(clause: ClauseId, walk: object): void {
    entryOf(this.#reached, clause, () => new Set<number>()).add(this.#numberOf(walk));
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
    if (situation === '') this.habits.answered(question, value, where);
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
    this.#count();
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
    this.#count();
    return [...this.#clauses].flatMap(([id, { checked, failures, otherWalks, walksOf }]) => {
      const walks = failures.size === 0 ? 0 : this.#walksTo(id) + otherWalks;
      return [...failures].map(([key, violation]) => {
        const condition = violation.condition ?? this.conditions.of(violation, key, alikeIn(failures, key, violation));
        const known = {
          ...violation,
          ...walkChances(violation, walksOf.get(key)?.count ?? 0, { walks, checked }),
          ...(condition === null ? {} : { condition }),
        };
        const { clause } = violation;
        if (condition?.from === undefined || !isClauseId(clause)) return known;
        return { ...known, witness: withCheck(violation.witness, { ...known, clause }) };
      });
    });
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
        otherWalks: 0,
        walksOf: new Map(),
        inconclusive: new Set(),
        harnessErrors: new Set(),
        unexercised: new Set(),
      };
    });
  }
}

/** Further violations of a clause that are called as one is: in the same place, with the same come in place of what was due. */
function alikeIn(failures: ReadonlyMap<string, Violation>, own: string, { endpoint, path, symptom }: Violation) {
  const came = symptom?.came?.at(-1);
  return [...failures].flatMap(([key, other]) => {
    const isAlike = other.endpoint === endpoint && other.path === path && other.symptom?.came?.at(-1) === came;
    return key !== own && isAlike ? [key] : [];
  });
}

/** Of so many occurrences one is sought that creates what it fetches. */
const mostFetches = 2000;

/** A violation that fetches what was stored before, shown by an occurrence that creates it: that one alone can be repeated elsewhere. */
function withOwnRecord(seen: Violation, facts: ViolationFacts, witness: () => Witness): Violation {
  if (seen.count > mostFetches || !fetchesStored(seen.witness)) return seen;
  const own = newViolation(facts, witness());
  if (own.id !== seen.id || fetchesStored(own.witness)) return seen;
  const symptom = own.symptom === undefined ? {} : { symptom: { ...seen.symptom, ...own.symptom } };
  return { ...seen, ...own, ...symptom, count: seen.count };
}
