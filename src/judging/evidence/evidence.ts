import type { ClauseId } from '../../contract/clause.ts';
import { isQuestionId, type QuestionId } from '../../contract/questions/catalogue.ts';
import type { Witness } from '../../result/verdict.ts';
import { clauseOf } from '../clauses.ts';
import { type ViolationFacts, violationId } from '../identity.ts';

/** One distinct violation; equal ones are counted, the first keeps its witness. */
export interface FailureEvidence extends ViolationFacts {
  readonly id: string;
  readonly witness: Witness;
  count: number;
}

/** What is known about one clause so far. */
export interface ClauseEvidence {
  checked: number;
  failed: number;
  readonly failures: Map<string, FailureEvidence>;
  /** Why something is unknown: time-outs, defects of canvass, what the profile lacks. */
  readonly inconclusive: Set<string>;
  readonly harnessErrors: Set<string>;
  readonly unexercised: Set<string>;
}

/** One answer to an open question, in one situation. */
export interface AnswerEvidence {
  readonly value: string;
  readonly situations: Map<string, number>;
  count: number;
  readonly witness: Witness;
}

const maxFailuresPerClause = 20;
const maxAnswersPerQuestion = 40;

/**
 * Everything that a run has learnt, clause by clause and question by question. Memory is bounded: equal violations are
 * counted, distinct ones kept up to a bound, witnesses built for the first of each.
 */
export class Evidence {
  readonly #clauses = new Map<ClauseId, ClauseEvidence>();
  readonly #questions = new Map<QuestionId, Map<string, AnswerEvidence>>();
  /** Defects of canvass that probes ran into. */
  readonly probeErrors: string[] = [];
  #checks = 0;

  /** Checks made so far, over all clauses. */
  get checks(): number {
    return this.#checks;
  }

  passed(clause: ClauseId, count = 1): void {
    this.#of(clause).checked += count;
    this.#checks += count;
  }

  failed(facts: ViolationFacts, witness: () => Witness, count = 1): void {
    const evidence = this.#of(facts.clause);
    evidence.checked += count;
    evidence.failed += count;
    this.#checks += count;
    const id = violationId(facts);
    const known = evidence.failures.get(id);
    if (known !== undefined) known.count += count;
    else if (evidence.failures.size < maxFailuresPerClause) {
      evidence.failures.set(id, { ...facts, id, witness: witness(), count });
    }
  }

  inconclusive(clause: ClauseId, reason: string): void {
    this.#of(clause).inconclusive.add(reason);
  }

  harnessError(clause: ClauseId, reason: string): void {
    this.#of(clause).harnessErrors.add(reason);
  }

  /** A defect of canvass itself in a probe, whatever its clauses. */
  probeFailed(reason: string): void {
    this.probeErrors.push(reason);
  }

  notExercised(clause: ClauseId, reason: string): void {
    this.#of(clause).unexercised.add(reason);
  }

  /**
   * Records an answer to an open question. Two different answers in one `situation` contradict each other; a question
   * whose answers may well differ (which codes occur) gives each answer a situation of its own.
   */
  observed(question: QuestionId, value: string, situation: string, witness: () => Witness, count = 1): void {
    const answers = this.#questions.get(question) ?? new Map<string, AnswerEvidence>();
    this.#questions.set(question, answers);
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

  /** All distinct violations, in the order in which their clauses first failed. */
  get failures(): readonly FailureEvidence[] {
    return [...this.#clauses.values()].flatMap((evidence) => [...evidence.failures.values()]);
  }

  #of(clause: ClauseId): ClauseEvidence {
    const known = this.#clauses.get(clause);
    if (known !== undefined) return known;
    // Throws where a rule names a clause that nobody wrote down.
    clauseOf(clause);
    const fresh: ClauseEvidence = {
      checked: 0,
      failed: 0,
      failures: new Map(),
      inconclusive: new Set(),
      harnessErrors: new Set(),
      unexercised: new Set(),
    };
    this.#clauses.set(clause, fresh);
    return fresh;
  }
}
