import type { ClauseId } from '../../contract/clause.ts';
import { type EndpointId, endpointIds, endpoints } from '../../contract/endpoints.ts';
import { asText, isRecord, type Json, objectsIn } from '../../contract/jsonShape.ts';
import type { Exchange } from '../../result/exchange.ts';
import { listed } from '../../result/reasonWords.ts';
import type { Condition } from '../../result/verdict.ts';
import { entryOf } from '../memoised.ts';
import { kindName, type QuestionReading } from '../reading/questionView.ts';
import type { ShownPage } from '../reading/shownPage.ts';
import { isNoChance } from './chance.ts';
import { ClauseSequence } from './clauseSequence.ts';
import { rhythm, since } from './inOrder.ts';
import { itemFeatures, ownFeature, type PartFeatures, questionFeatures, valueFeatures } from './partFeatures.ts';
import { creationFeatures } from './requestFeatures.ts';
import { type FoundAt, separating, timesWith } from './separating.ts';
import { FeatureSet, heldElsewhere, joined, numbersIn, Sightings, sum, type Times } from './sightings.ts';

/** Sets of features that are told apart, and things whose members without a value are kept. */
const mostSets = 20_000;

/** Of endpoints, which are one way to divide the checks and not one of hundreds. */
const oneInEndpoints = 100;

/** That a survey alone is right says less than that so many times as many other answers are. */
const mostOutside = 10;
const mostEndpoints = 4;

/** Of what breaks there nearly always nothing else need be found before that is told. */
const fewRight = 0.1;

/** What was seen at an endpoint. */
class Seen {
  /** By what was kept together. */
  readonly held = new Map<ClauseSequence, Sightings>();
  /** By clause and violation. */
  readonly broken = new Map<ClauseId, Map<string, Sightings>>();

  /** With which features a clause held: several checks of a whole answer are one, those of parts each stand for one. */
  heldOf(clause: ClauseId): Times {
    const held = [...this.held].map(([{ counts }, { times }]): Times => {
      const checks = counts.get(clause) ?? 0;
      if (checks < 2) return checks === 0 ? new Map() : times;
      return new Map(
        [...times].map(([set, time]) => [set, set.isPart ? { ...time, count: checks * time.count } : time]),
      );
    });
    return joined(held);
  }
}

/** Under which features the checks of a clause break, and under which they hold. */
export class Conditions {
  readonly #sets = new Map<string, FeatureSet>();
  #parts = 0;
  readonly #endpoints = new Map<string, Seen>();
  readonly #numbers = new WeakMap<Exchange, number>();
  readonly #requests = new Map<string, number>();
  /** Of questions that pages showed, by their ids. */
  readonly #kinds = new Map<unknown, string>();
  /** How things were created that lists show later, by their ids. */
  readonly #made = new Map<string, readonly string[]>();
  /** What had no value in a record, a department when it was seen first, by its id: later it may lack the member. */
  readonly #valueless = new Map<string, readonly string[]>();
  /** What is kept now, one clause after the other: by which exchange, with which features. */
  readonly #nothing = ClauseSequence.begin();
  #kept = this.#nothing;
  #exchange: Exchange | null = null;
  #set: FeatureSet | null = null;

  /** An exchange that a service may count as one more of its kind. */
  note(exchange: Exchange): void {
    const number = (this.#requests.get(exchange.endpoint) ?? 0) + 1;
    this.#requests.set(exchange.endpoint, number);
    this.#numbers.set(exchange, number);
    const { response } = isRecord(exchange.json) ? exchange.json : {};
    const id = isRecord(response) ? idOf(response) : '';
    if (!endpoints[exchange.endpoint].mutates || id === '' || exchange.httpStatus >= 400) return;
    this.#made.set(id, creationFeatures(exchange));
    this.#valuelessIn(id, response);
  }

  /** The set of what is judged of a question of a page. */
  ofQuestion(set: FeatureSet | null, question: QuestionReading, page: ShownPage | null, features: readonly string[]) {
    if (question.question !== null) this.#kinds.set(question.question.id, kindName(question.question));
    return this.ofPart(set, questionFeatures(question, page, features));
  }

  /** The set of what is judged of an item of a list, or of one that was fetched. @param of items on its page */
  ofItem(set: FeatureSet | null, item: unknown, at: number, of: number): FeatureSet | null {
    if (!isRecord(item)) return this.ofPart(set, { place: [], values: [] });
    const answered = objectsIn(item.responseSet).flatMap(({ questionID }) => this.#kinds.get(questionID) ?? []);
    const kinds = [...new Set(answered)].map((kind) => `where ${kind} questions are answered`);
    const made = this.#made.get(idOf(item)) ?? [];
    return this.ofPart(set, itemFeatures(item, at, of, [...made, ...this.#valuelessIn(idOf(item), item), ...kinds]));
  }

  #valuelessIn(id: string, item: unknown): readonly string[] {
    const known = this.#valueless.get(id);
    if (known !== undefined || id === '' || this.#valueless.size >= mostSets) return known ?? [];
    const fresh = valueFeatures(item).filter((feature) => feature.endsWith(' is null'));
    this.#valueless.set(id, fresh);
    return fresh;
  }

  /** `null` where too many are known. */
  setOf(features: readonly string[]): FeatureSet | null {
    const key = features.join('\n');
    const known = this.#sets.get(key);
    if (known !== undefined || this.#isFull) return known ?? null;
    const fresh = new FeatureSet(features);
    this.#sets.set(key, fresh);
    return fresh;
  }

  /** The set of what is judged of a part of an answer: what tells it from the other parts comes first, what it holds last. */
  ofPart(set: FeatureSet | null, { place, values }: PartFeatures): FeatureSet | null {
    if (set === null) return null;
    const key = [...place, ...values].join('\n');
    return entryOf(set.parts, key, () => (this.#isFull ? null : this.#partOf(set, place, values)));
  }

  #partOf(set: FeatureSet, place: readonly string[], values: readonly string[]): FeatureSet {
    this.#parts++;
    return new FeatureSet(place, set, values);
  }

  get #isFull(): boolean {
    return this.#sets.size + this.#parts >= mostSets;
  }

  held(clause: ClauseId, exchange: Exchange, set: FeatureSet | null): void {
    if (set === null) return;
    if (exchange !== this.#exchange || set !== this.#set) {
      this.#settle();
      this.#exchange = exchange;
      this.#set = set;
    }
    const longer = this.#kept.with(clause);
    if (longer !== null) this.#kept = longer;
    else {
      this.#settle();
      this.#kept = this.#nothing.with(clause) ?? this.#nothing;
    }
  }

  /** As `held`, of clauses that were kept one after the other. @param shownAt the endpoint that shows it, if not that of the exchange */
  heldTogether(clauses: ClauseSequence, exchange: Exchange, set: FeatureSet | null, shownAt?: EndpointId): void {
    if (set === null) return;
    const { held } = this.#at(shownAt ?? exchange.endpoint);
    entryOf(held, clauses, () => new Sightings()).add(set, this.#numberOf(exchange, shownAt));
  }

  /** @param violation what makes it one, for its clause may be broken in several ways */
  broke(clause: ClauseId, violation: string, exchange: Exchange, set: FeatureSet | null, shownAt?: EndpointId): void {
    if (set === null) return;
    const { broken } = this.#at(shownAt ?? exchange.endpoint);
    const violations = entryOf(broken, clause, () => new Map<string, Sightings>());
    entryOf(violations, violation, () => new Sightings()).add(set, this.#numberOf(exchange, shownAt));
  }

  /**
   * What separates the checks that broke from those that held; `null` where nothing does.
   *
   * @param alike other violations of the clause that are called alike: a condition is one of all of them
   */
  of(found: FoundAt, violation: string, alike: readonly string[] = []): Condition | null {
    const told = this.#of(found, violation, alike);
    return told === null || told.words.startsWith('but only ') ? told : this.#atItsEndpoint(told, found);
  }

  /**
   * What is so of one call, and of no other that shows the same, says that: of pages that going back shows first, for
   * nobody looks for them elsewhere.
   */
  #atItsEndpoint(told: Condition, { clause, endpoint }: FoundAt): Condition {
    const isBack = endpoint === 'previous-page';
    const others = [...this.#endpoints].filter(([name]) => name !== endpoint).map(([, seen]) => seen);
    if (told.words.includes(endpoint) || others.some(({ broken }) => broken.has(clause))) return told;
    const held = others
      .map((seen) => seen.heldOf(clause))
      .reduce((all, times) => all + (isBack ? sum(times) : timesWith(times, [told.words])), 0);
    if (held < told.failed) return told;
    const isOfAnswers = told.words.startsWith('in answers of ');
    const where = isBack ? 'on going back' : `in ${endpoint}`;
    const words = isOfAnswers ? `${told.words} of ${endpoint}` : `${where}, ${told.words}`;
    return { ...told, words, others: told.others + held };
  }

  #of(found: FoundAt, violation: string, alike: readonly string[]): Condition | null {
    const { clause, endpoint } = found;
    this.#settle();
    const seen = this.#endpoints.get(endpoint);
    const ways = seen?.broken.get(clause);
    if (seen === undefined || ways?.has(violation) !== true) return null;
    const broken = joined([violation, ...alike].flatMap((key) => ways.get(key)?.times ?? []));
    const held = heldElsewhere(seen.heldOf(clause), broken);
    if (held.size === 0) return this.#atEndpoints(clause) ?? this.#everywhere(found);
    const told = separating(broken, held, found) ?? separating(ownOf(broken), ownOf(held), found);
    const inOne = told?.words.startsWith('outside survey ') === true ? this.#atEndpoints(clause, 'but only ') : null;
    if (inOne?.isSure === true && inOne.others > mostOutside * (told?.others ?? 0)) return inOne;
    if (told?.isSure === true) return told;
    const [brokenAt, heldAt] = [numbersIn(broken), numbersIn(held)];
    return (
      since(endpoint, brokenAt, heldAt) ??
      this.#everywhere(found) ??
      told ??
      rhythm(brokenAt, heldAt) ??
      this.#atEndpoints(clause, 'but only ')
    );
  }

  /** What separates them at all endpoints together, where several break: at one alone they may be too few. */
  #everywhere(found: FoundAt): Condition | null {
    const all = [...this.#endpoints.values()];
    const broken = all.flatMap((seen) =>
      [...(seen.broken.get(found.clause)?.values() ?? [])].map(({ times }) => times),
    );
    if (all.filter((seen) => seen.broken.has(found.clause)).length < 2) return null;
    const told = separating(joined(broken), joined(all.map((seen) => seen.heldOf(found.clause))), found);
    return told?.isSure === true ? told : null;
  }

  /** Where it never held at some endpoints, or held at times, and was never broken at the others. */
  #atEndpoints(clause: ClauseId, how: '' | 'but only ' = ''): Condition | null {
    const all = [...this.#endpoints].map(([endpoint, seen]) => {
      const broken = [...(seen.broken.get(clause)?.values() ?? [])];
      const failed = sum(joined(broken.map((each) => each.times)));
      return { endpoint, failed, held: sum(seen.heldOf(clause)) };
    });
    const broken = all.filter(({ failed }) => failed > 0);
    const failed = broken.reduce((times, each) => times + each.failed, 0);
    const others = all.reduce((times, each) => times + each.held, 0);
    const right = broken.reduce((times, each) => times + each.held, 0);
    if (others === right || (how === '' && right > 0) || broken.length > mostEndpoints) return null;
    const names = endpointIds.filter((id) => broken.some(({ endpoint }) => endpoint === id));
    const words = `${right < fewRight * failed ? '' : how}in ${listed(names)}`;
    const isSure = isNoChance(failed, failed + right, failed + others, oneInEndpoints);
    return { words, failed, of: failed + right, others: others - right, isSure };
  }

  /** Counts what was kept until here. */
  #settle(): void {
    if (this.#kept === this.#nothing || this.#exchange === null || this.#set === null) return;
    this.heldTogether(this.#kept, this.#exchange, this.#set);
    this.#kept = this.#nothing;
  }

  #at(endpoint: EndpointId): Seen {
    return entryOf(this.#endpoints, endpoint, () => new Seen());
  }

  /** Which request of its kind it was; nothing of what is shown elsewhere. */
  #numberOf(exchange: Exchange, shownAt?: EndpointId): number | null {
    return shownAt === undefined ? (this.#numbers.get(exchange) ?? null) : null;
  }
}

function idOf({ responseID, departmentID }: Json): string {
  return responseID !== undefined ? `response ${asText(responseID)}` : asText(departmentID);
}

/** Of things that were there before nobody knows how they were created. */
function ownOf(times: Times): Times {
  return new Map([...times].filter(([{ features }]) => features.has(ownFeature)));
}
