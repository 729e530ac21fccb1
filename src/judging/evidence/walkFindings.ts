import type { ClauseId } from '../../contract/clause.ts';
import { isAlternative, type QuestionId } from '../../contract/questions/openQuestions.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Witness } from '../../result/verdict.ts';
import type { Way } from '../classifyAnswer.ts';
import { Findings } from '../findings.ts';
import { isGating, type ViolationFacts } from '../identity.ts';
import { type Actual, type Expected, excerpt, mismatch } from '../mismatch.ts';
import type { QuestionReading } from '../reading/questionView.ts';
import type { ShownPage } from '../reading/shownPage.ts';
import { ClauseTally } from './clauseTally.ts';
import type { Conditions } from './conditions.ts';
import { KnownViolations } from './knownViolations.ts';
import { surveyIn } from './requestFeatures.ts';
import type { FeatureSet } from './sightings.ts';
import { walkOf } from './walksMet.ts';
import { nowhere, type Where } from './where.ts';

/** Who can prove what was seen: the walk, whose steps so far are the witness. */
export interface WitnessSource {
  witness(): Witness;
  /** A text of the service without the secrets of the run and of this session. */
  redact(text: string): string;
  /** The pages that it has been on, and is on. */
  way(): Way;
}

/** One violation as the walker saw it; the witness is built only when it is asked for (the first of its kind). */
export interface ViolationEvent extends ViolationFacts {
  /** The same object for all that is found in one walk; `null` for what belongs to none. */
  readonly walk: object | null;
  /** The survey that it was seen in; `null` of what belongs to none. */
  readonly survey: string | null;
  witness(): Witness;
}

/** Who hears what was found. Called on the hot path: implementations record and return. */
export interface FindingsObserver {
  onViolation(violation: ViolationEvent): void;
  /**
   * `value` is one of the question's alternatives, or the HTTP status; `walk` can take secrets out of the exchange; two
   * values in one `situation` contradict each other.
   */
  onObservation(question: string, value: string, exchange: Exchange, walk: WitnessSource, situation: string): void;
}

/**
 * What rules find about the answers of a crowd's walks: evidence in the tally, violations and observations to the
 * observer. One for all walks, pointed at one answer after the other. Walks go on whatever they cannot tell: the share of lost
 * answers is the load's matter.
 */
export class WalkFindings extends Findings {
  readonly tally = new ClauseTally();
  readonly #observer: FindingsObserver;
  readonly #conditions: Conditions | null;
  /** Of the answer, and of what is judged of it. */
  #whole: FeatureSet | null = null;
  #features: FeatureSet | null = null;
  #where = nowhere;
  #walk: WitnessSource | null = null;
  #exchange: Exchange | null = null;
  #isBroken = false;
  readonly #known = new KnownViolations();

  /** @param conditions counts under which circumstances clauses hold; `null` where that costs too much. */
  constructor(observer: FindingsObserver, conditions: Conditions | null = null) {
    super();
    this.#observer = observer;
    this.#conditions = conditions;
  }

  /** What is found from here on is about this answer of this walk. @param where its places @param features what may decide how it is answered */
  about(walk: WitnessSource, exchange: Exchange, where: Where, features: readonly string[] = []): this {
    this.tally.at(where);
    this.#where = where;
    this.#walk = walk;
    this.#exchange = exchange;
    this.#whole = this.#conditions?.setOf(features) ?? null;
    this.#features = this.#whole;
    this.#isBroken = false;
    return this;
  }

  /** Whether the answer that was pointed at last broke a promise. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  pass(clause: ClauseId): void {
    this.tally.passed(clause);
    if (this.#exchange !== null) this.#conditions?.held(clause, this.#exchange, this.#features);
  }

  fail(clause: ClauseId, expected: Expected, actual: Actual, path = ''): void {
    const walk = this.#walk;
    const exchange = this.#exchange;
    this.tally.failed(clause);
    if (isGating(clause)) this.#isBroken = true;
    if (walk === null || exchange === null) return;
    const { endpoint } = exchange;
    const redact = (text: string): string => walk.redact(text);
    const { facts, key } = this.#known.kept((withoutSecrets) => ({
      ...{ clause, endpoint, path },
      ...mismatch(expected, actual, path, () => walk.way(), withoutSecrets ? redact : undefined),
    }));
    this.#conditions?.broke(clause, key, exchange, this.#features);
    this.#observer.onViolation({
      ...facts,
      walk: walkOf(endpoint, walk),
      survey: surveyIn(exchange.path),
      witness: () => walk.witness(),
    });
  }

  override observe(question: QuestionId, value: string, situation = ''): void {
    const walk = this.#walk;
    const exchange = this.#exchange;
    if (walk === null || exchange === null) return;
    // Words of the catalogue hold no secret: a session's secrets are gathered for what the service itself said.
    const told = isAlternative(question, value) ? value : excerpt(walk.redact(value));
    this.#observer.onObservation(question, told, exchange, walk, situation);
  }

  /** Whether `observe` would tell a value as it is, without taking a secret out of it. */
  isPlain(value: string): boolean {
    return this.#walk === null || excerpt(this.#walk.redact(value)) === value;
  }

  protected override ofMany(): void {
    this.#features = null;
  }

  override ofQuestion(
    question: QuestionReading | null,
    page: ShownPage | null = null,
    features: readonly string[] = [],
  ): void {
    this.tally.at(question === null ? this.#where : this.#where.ofQuestion(question));
    if (this.#conditions === null) return;
    this.#features =
      question === null ? this.#whole : this.#conditions.ofQuestion(this.#whole, question, page, features);
  }

  override ofPart(place: readonly string[] | null): void {
    if (this.#conditions === null) return;
    this.#features = place === null ? this.#whole : this.#conditions.ofPart(this.#whole, { place, values: [] });
  }
}
