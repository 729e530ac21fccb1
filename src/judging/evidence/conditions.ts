import type { ClauseId } from '../../contract/clause.ts';
import { type EndpointId, endpointIds, endpoints, isEndpointId } from '../../contract/endpoints.ts';
import { asText, isRecord } from '../../contract/jsonShape.ts';
import { ordinalText, ordinalWord } from '../../result/chances.ts';
import type { Exchange } from '../../result/exchange.ts';
import { listed } from '../../result/reasonWords.ts';
import type { Condition, Violation } from '../../result/verdict.ts';
import { clauseOf, isClauseId } from '../allClauses.ts';
import { entryOf } from '../memoised.ts';
import { ClauseSequence } from './clauseSequence.ts';
import { logChoose } from './departures.ts';
import { isCutShort, isOfMember, isSaid, isWhatCame, ownFeature, type PartFeatures } from './partFeatures.ts';
import { creationFeatures } from './requestFeatures.ts';

/** Features that some checks have in common: the same object for the same ones. */
export class FeatureSet {
  readonly #first: readonly string[];
  readonly #whole: FeatureSet | null;
  readonly #last: readonly string[];
  #features: ReadonlySet<string> | null = null;
  /** The sets of what is judged of it alone, by the features that this adds. */
  readonly parts = new Map<string, FeatureSet | null>();

  /** @param first what tells a part of the whole, if it is one, from its other parts @param last what that part holds */
  constructor(first: readonly string[], whole: FeatureSet | null = null, last: readonly string[] = []) {
    this.#first = first;
    this.#whole = whole;
    this.#last = last;
  }

  /** Whether it is of a part of an answer. */
  get isPart(): boolean {
    return this.#whole !== null;
  }

  /** Put together when they are asked for: of what nobody broke, nobody asks. */
  get features(): ReadonlySet<string> {
    this.#features ??= new Set([...this.#first, ...(this.#whole?.features ?? []), ...this.#last]);
    return this.#features;
  }
}

/** Sets of features that are told apart, and numbers that are kept of a clause. */
const mostSets = 20_000;
const mostNumbers = 4000;

/** How often something was seen with the same features, and with which requests of their kind, by number. */
interface Time {
  readonly count: number;
  readonly numbers: readonly number[];
}

type Times = ReadonlyMap<FeatureSet, Time>;

function notYet(): { count: number; readonly numbers: number[] } {
  return { count: 0, numbers: [] };
}

/** With which features something was seen. */
class Sightings {
  readonly times = new Map<FeatureSet, ReturnType<typeof notYet>>();
  #numbers = 0;
  #set: FeatureSet | null = null;
  #time = notYet();

  /** Most are of the exchange before: what is known of that is not looked up again. */
  add(set: FeatureSet, number: number | null): void {
    if (set !== this.#set) {
      this.#set = set;
      this.#time = entryOf(this.times, set, notYet);
    }
    this.#time.count++;
    if (number === null || number === this.#time.numbers.at(-1) || this.#numbers >= mostNumbers) return;
    this.#numbers++;
    this.#time.numbers.push(number);
  }
}

/** All of them together. */
function joined(each: readonly Times[]): Times {
  const all: Sightings['times'] = new Map();
  for (const [set, { count, numbers }] of each.flatMap((times) => [...times])) {
    const time = entryOf(all, set, notYet);
    time.count += count;
    for (const number of numbers) time.numbers.push(number);
  }
  return all;
}

function numbersIn(times: Times): ReadonlySet<number> {
  return new Set([...times.values()].flatMap(({ numbers }) => numbers));
}

/** What held elsewhere: that a clause held in one respect in the very answer that broke it tells nothing. */
function heldElsewhere(held: Times, broken: Times): Times {
  const elsewhere = [...held].map(([set, time]): [FeatureSet, Time] => {
    const beside = set.isPart ? undefined : broken.get(set);
    if (beside === undefined || time.numbers.length === 0) return [set, time];
    const failed = new Set(beside.numbers);
    const numbers = time.numbers.filter((number) => !failed.has(number));
    return [set, { count: Math.round((time.count * numbers.length) / time.numbers.length), numbers }];
  });
  return new Map(elsewhere.filter(([, { count }]) => count > 0));
}

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

/** Chance makes less than one feature in so many look like a condition. */
const oneIn = 1000;
/**
 * Where the first few are right and so many after them are not, none of them right, of what changes something: an order
 * like that is one way to divide the checks and not one of hundreds.
 */
const plainOrder = { mostRight: 2, leastWrong: 10 };
/** Of endpoints, which are one way to divide the checks and not one of hundreds. */
const oneInEndpoints = 100;

/** Of the checks that have the features, so many may hold for other reasons. */
const strayShare = 0.1;
/** What is needed, and not enough, is had by so many of all checks at most. */
const neededShare = 0.5;
/** … and where hardly any of them break, it is no condition that anybody could follow. */
const leastShare = 0.05;
/** That a survey alone is right says less than that so many times as many other answers are. */
const mostOutside = 10;
/** So many features are tried together: nobody reads a condition of more. */
const mostTogether = 3;
const mostEndpoints = 4;
/** By how many are tried together. */
const mostShared: Readonly<Record<number, number>> = { 1: 99, 2: 40, 3: 24 };

/** What is broken, and where. */
type FoundAt = Pick<Violation, 'clause' | 'endpoint' | 'path'> & Partial<Pick<Violation, 'expected' | 'actual'>>;

/** Under which features the checks of a clause break, and under which they hold. */
export class Conditions {
  readonly #sets = new Map<string, FeatureSet>();
  #parts = 0;
  readonly #endpoints = new Map<string, Seen>();
  readonly #numbers = new WeakMap<Exchange, number>();
  readonly #requests = new Map<string, number>();
  /** How things were created that lists show later, by their ids. */
  readonly #made = new Map<string, readonly string[]>();
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
    if (endpoints[exchange.endpoint].mutates && id !== '' && exchange.httpStatus < 400)
      this.#made.set(id, creationFeatures(exchange));
  }

  /** Of an item of a list, or one that was fetched: how it was created, where the run did. */
  madeBy(item: unknown): readonly string[] {
    return isRecord(item) ? (this.#made.get(idOf(item)) ?? []) : [];
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
    const words = `${how}in ${listed(names)}`;
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

function idOf({ responseID, departmentID }: Readonly<Record<string, unknown>>): string {
  return responseID !== undefined ? `response ${asText(responseID)}` : asText(departmentID);
}

/**
 * The feature that all that broke have, and hardly any that held, or else two together; else one that most that held have
 * not. Of those that cannot be told apart the first, which is the most likely.
 */
function separating(broken: Times, held: Times, found: FoundAt): Condition | null {
  const { clause, path, expected = '', actual = '' } = found;
  const title = isClauseId(clause) ? clauseOf(clause).broken : '';
  const isCut = isCutShort(expected, actual);
  const isOfStored = isClauseId(clause) && clauseOf(clause).variesByAnswers;
  const [failed, all] = [sum(broken), sum(held)];
  if (failed === 0 || all === 0) return null;
  const [first] = broken.keys();
  const outside = new Set([...held.keys()].flatMap(({ features }) => [...features].flatMap(outsideOf)));
  const candidates = [...(first?.features ?? []), ...outside];
  const shared = candidates.filter(
    (feature) =>
      isInAll(broken, feature) &&
      !isOfMember(feature, path) &&
      !isWhatCame(feature, path) &&
      !(isCut && /^when (?!a text is longer)/.test(feature)) &&
      !isSaid(feature, `${expected} ${actual}`, title) &&
      // Which page a completion was submitted from says nothing of what is stored of it.
      !(isOfStored && /\bpages?\b/.test(feature)),
  );
  let narrowest: Shared | null = null;
  for (let together = 1; together <= mostTogether; together++) {
    // Which survey it is not adds nothing to what was done there.
    const among = together === 1 ? shared : shared.filter((feature) => !outside.has(feature));
    const found = best(combined(among.slice(0, mostShared[together]), together));
    if (found === null) break;
    const later = together === 1 && found.stray > 0 ? laterOnly(found) : null;
    if (later !== null) return later;
    if (found.stray <= strayShare * failed) return told(found, '');
    if (narrowest === null || (together === 2 && 2 * found.stray < narrowest.stray)) narrowest = found;
  }
  const needed =
    narrowest !== null &&
    narrowest.stray + failed <= neededShare * (all + failed) &&
    failed >= leastShare * (narrowest.stray + failed)
      ? told(narrowest, 'but only ')
      : null;
  return needed?.isSure === true ? needed : null;

  function best(choices: readonly (readonly string[])[]): Shared | null {
    let least: Shared | null = null;
    for (const features of choices) {
      const stray = timesWith(held, features, least?.stray);
      if (least === null || stray < least.stray) least = { features, stray, among: choices.length };
    }
    return least;
  }

  /** Where those that have the feature and held came before the others. */
  function laterOnly(shared: Shared): Condition | null {
    const alike = new Map([...held].filter(([{ features }]) => shared.features.every((each) => features.has(each))));
    const later = since(found.endpoint, numbersIn(broken), numbersIn(alike), 'such request');
    const { words, isSure } = told(shared, '');
    return later?.isSure && isSure ? { ...later, words: `${words}, ${later.words}` } : null;
  }

  function told({ features, stray, among }: Shared, how: string): Condition {
    // Of thousands of choices of several features one may fit by chance.
    const rare = features.length === 1 ? oneIn : oneIn * among;
    const isSure = isNoChance(failed, failed + stray, failed + all, rare);
    return { words: how + features.join(' and '), failed, of: failed + stray, others: all - stray, isSure };
  }
}

/** Whether chance hardly puts all that failed among so many of all checks. */
function isNoChance(failed: number, among: number, all: number, rare = oneIn): boolean {
  return logChoose(all, failed) - logChoose(among, failed) > Math.log(rare);
}

/** Features that all that broke have, how many that held, and of how many choices these were the best. */
interface Shared {
  readonly features: readonly string[];
  readonly stray: number;
  readonly among: number;
}

/** Each choice of so many features, in their order. */
function combined(features: readonly string[], count: number): string[][] {
  if (count === 0) return [[]];
  return features.flatMap((one, at) => combined(features.slice(at + 1), count - 1).map((others) => [one, ...others]));
}

function isInAll(times: Times, feature: string): boolean {
  const isIn = isAmong(feature);
  return times.keys().every(({ features }) => isIn(features));
}

/** @param enough where counting ends: most choices of features are soon known to be no better than another */
function timesWith(times: Times, wanted: readonly string[], enough = Number.POSITIVE_INFINITY): number {
  const tests = wanted.map(isAmong);
  let count = 0;
  for (const [{ features }, each] of times) {
    if (tests.every((isIn) => isIn(features))) count += each.count;
    if (count >= enough) break;
  }
  return count;
}

/** Tells whether a feature is among those of a check; that it is of any survey but one is told by that one. */
function isAmong(feature: string): (features: ReadonlySet<string>) => boolean {
  if (!feature.startsWith('outside survey ')) return (features) => features.has(feature);
  const inside = feature.replace('outside', 'in');
  return (features) => !features.has(inside);
}

function outsideOf(feature: string): string[] {
  return feature.startsWith('in survey ') ? [feature.replace('in', 'outside')] : [];
}

function sum(times: Times): number {
  return times.values().reduce((all, { count }) => all + count, 0);
}

/** Of things that were there before nobody knows how they were created. */
function ownOf(times: Times): Times {
  return new Map([...times].filter(([{ features }]) => features.has(ownFeature)));
}

/** What a service does at an endpoint, as it is counted. */
const deeds: Readonly<Record<string, string>> = {
  take: 'take',
  'submit-page': 'submission',
  'previous-page': 'step back',
  'create-department': 'department created',
  'regenerate-key': 'regeneration',
  'create-template': 'template created',
  'update-datapad': 'update',
  'create-response': 'response created',
};

/** A service that breaks later than this breaks for another reason than how often it was asked. */
const latestBeginning = 10;
const leastBroken = 3;

/**
 * From the so manyth request of its kind on, where those before held and hardly any after them did. What tells nothing, as
 * a refusal, is not counted.
 */
function since(
  endpoint: string,
  broken: ReadonlySet<number>,
  held: ReadonlySet<number>,
  deed = deeds[endpoint] ?? 'request',
): Condition | null {
  const numbers = [...broken.union(held)].sort((one, other) => one - other);
  const earlier = numbers.findIndex((number) => broken.has(number));
  const from = earlier + 1;
  if (earlier === 0 || from > latestBeginning || broken.size < leastBroken) return null;
  const later = numbers.length - earlier - broken.size;
  if (later > strayShare * broken.size) return null;
  const [failed, of] = [broken.size, broken.size + later];
  const isPlain =
    isEndpointId(endpoint) &&
    endpoints[endpoint].mutates &&
    later === 0 &&
    earlier <= plainOrder.mostRight &&
    failed >= plainOrder.leastWrong;
  const isSure = isPlain || isNoChance(failed, of, of + earlier);
  const words = `from the ${ordinalWord(from)} ${deed} on`;
  return { words, failed, of, others: earlier, isSure, from };
}

const longestRhythm = 100;

/** What is counted: the shortest rhythm, and which part of it a beat may be off. Who is served first of completions is not who was answered first. */
const counted = {
  'request of its kind': { shortest: 3, offBy: 0 },
  completion: { shortest: 2, offBy: 1 / 4 },
} as const;

/**
 * Every so manyth thing of its kind, where that is no chance.
 *
 * @param broken numbers of those that broke
 * @param held numbers of those that held, and of others
 */
export function rhythm(
  broken: Iterable<number>,
  held: ReadonlySet<number>,
  what: keyof typeof counted = 'request of its kind',
): Condition | null {
  const at = [...broken].sort((one, other) => one - other);
  const steps = at.slice(1).map((each, index) => each - (at[index] ?? 0));
  const every = steps.length > 1 ? lengthOf(steps, what) : undefined;
  if (every === undefined) return null;
  const slack = slackOf(every, what);
  // The first step says how long it is; each other one may be of another length, and may leave some out.
  const leavesNoneOut = steps.every((step) => step < 2 * every - slack);
  const perStep = Math.log(every / (2 * slack + 1)) - (leavesNoneOut ? (every - 1) * Math.log(1 - 1 / every) : 0);
  const isDue = (number: number): boolean =>
    (number - (at.findLast((each) => each < number) ?? at[0] ?? 0)) % every === 0 &&
    !at.some((each) => Math.abs(each - number) <= slack);
  const stray = [...held].filter(isDue).length;
  if ((steps.length - 1) * perStep < Math.log(oneIn) || stray > strayShare * at.length) return null;
  const words = `with every ${ordinalText(String(every))} ${what}`;
  const others = held.difference(new Set(at)).size;
  return { words, failed: at.length, of: at.length + stray, others: others - stray, isSure: true };
}

/** The length that fits all steps best, the longest of those that do alike; `undefined` where none does. */
function lengthOf(steps: readonly number[], what: keyof typeof counted): number | undefined {
  const count = longestRhythm - counted[what].shortest + 1;
  const lengths = Array.from({ length: count }, (_, shorter) => longestRhythm - shorter);
  const offBy = (every: number): number[] =>
    steps.map((step) => Math.abs(step - every * Math.max(1, Math.round(step / every))));
  return lengths
    .map((every) => ({ every, off: offBy(every) }))
    .filter(({ every, off }) => off.every((each) => each <= slackOf(every, what)))
    .map(({ every, off }) => ({ every, off: off.reduce((all, each) => all + each, 0) }))
    .toSorted((one, other) => one.off - other.off)[0]?.every;
}

function slackOf(every: number, what: keyof typeof counted): number {
  return Math.floor(every * counted[what].offBy);
}
