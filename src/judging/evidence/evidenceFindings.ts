import type { ClauseId } from '../../contract/clause.ts';
import type { EndpointId } from '../../contract/endpoints.ts';
import type { QuestionId } from '../../contract/questions/openQuestions.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Witness } from '../../result/verdict.ts';
import type { Way } from '../classifyAnswer.ts';
import { Findings } from '../findings.ts';
import { type Actual, type Expected, excerpt, mismatch } from '../mismatch.ts';
import type { QuestionReading } from '../reading/questionView.ts';
import type { ShownPage } from '../reading/shownPage.ts';
import type { Evidence, JudgedPart } from './evidence.ts';
import { surveyIn } from './requestFeatures.ts';
import type { FeatureSet } from './sightings.ts';
import { walkOf } from './walksMet.ts';
import type { Where } from './where.ts';

/** Where findings about one exchange come from. */
interface Source {
  readonly exchange: Exchange;
  /** Where what is wrong stands, if not in its answer: a record of what was completed. */
  readonly shownAt?: EndpointId;
  /** The steps that prove what is found; asked for when something is broken, or observed first. */
  readonly witness: (of: 'violation' | 'observation') => Witness;
  /** Takes secrets out of texts. */
  readonly redact: (text: string) => string;
  /** The pages of the walk that the exchange belongs to. */
  readonly way: Way;
  /** The same object for all exchanges of one walk. */
  readonly session: object;
  /** The places of the exchange. */
  readonly where: Where;
  /** What may decide how it is answered. */
  readonly features: FeatureSet | null;
}

/** Findings about one exchange that go into evidence. */
export class EvidenceFindings extends Findings {
  readonly #evidence: Evidence;
  readonly #source: Source;
  readonly #walk: object | null;
  readonly #whole: JudgedPart;
  /** What is judged of the exchange. */
  #part: JudgedPart;

  constructor(evidence: Evidence, source: Source) {
    super();
    this.#evidence = evidence;
    this.#source = source;
    const { exchange, where, features, session, shownAt } = source;
    this.#walk = walkOf(exchange.endpoint, session);
    this.#whole = { exchange, where, features, walk: this.#walk, ...(shownAt === undefined ? {} : { shownAt }) };
    this.#part = this.#whole;
  }

  /** The same, of what another endpoint shows of it later. */
  shownAt(endpoint: EndpointId): EvidenceFindings {
    return new EvidenceFindings(this.#evidence, { ...this.#source, shownAt: endpoint });
  }

  pass(clause: ClauseId): void {
    this.#evidence.passed(clause, this.#part);
  }

  override passAgain(clauses: readonly ClauseId[]): void {
    this.#evidence.passedAgain(clauses, this.#part);
  }

  fail(clause: ClauseId, expected: Expected, actual: Actual, path = ''): void {
    const { exchange, redact, way, witness } = this.#source;
    const { facts, key } = this.#evidence.known.kept((withoutSecrets) => ({
      ...{ clause, endpoint: this.#source.shownAt ?? exchange.endpoint, path },
      ...mismatch(expected, actual, path, () => way, withoutSecrets ? redact : undefined),
    }));
    if (this.#walk !== null) this.#evidence.reached(clause, this.#walk);
    const by = { walk: this.#walk, survey: surveyIn(exchange.path) };
    const { where, features } = this.#part;
    this.#evidence.failed(facts, () => witness('violation'), by, where);
    this.#evidence.conditions.broke(clause, key, exchange, features, this.#source.shownAt);
  }

  override observe(question: QuestionId, value: string, situation = ''): void {
    const { redact, witness } = this.#source;
    // What stands in the result already needs no second look: most answers are seen thousands of times.
    const kept = this.#evidence.isObserved(question, value) ? value : excerpt(redact(value));
    this.#evidence.observed(question, kept, situation, () => witness('observation'), 1, this.#part.where);
  }

  override inconclusive(clause: ClauseId, reason: string): void {
    this.#evidence.unknown('inconclusive', clause, this.#source.redact(reason));
  }

  protected override ofMany(): void {
    this.#part = { ...this.#part, features: null };
  }

  override ofQuestion(
    question: QuestionReading | null,
    page: ShownPage | null = null,
    features: readonly string[] = [],
  ): void {
    if (question === null) this.#part = this.#whole;
    else {
      const { features: all, where } = this.#source;
      const own = this.#evidence.conditions.ofQuestion(all, question, page, features);
      this.#part = { ...this.#whole, where: where.ofQuestion(question), features: own };
    }
  }

  override ofPart(place: readonly string[] | null): void {
    if (place === null) this.#part = this.#whole;
    else {
      const own = this.#evidence.conditions.ofPart(this.#source.features, { place, values: [] });
      this.#part = { ...this.#part, features: own };
    }
  }

  override ofItem(item: unknown, at: number, of: number): void {
    if (item === null) this.#part = this.#whole;
    else {
      const own = this.#evidence.conditions.ofItem(this.#source.features, item, at, of);
      this.#part = { ...this.#part, features: own };
    }
  }
}
