import type { ClauseId } from '../../contract/clause.ts';
import { ordinalText } from '../../result/chances.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Condition, Violation } from '../../result/verdict.ts';
import { entryOf } from '../memoised.ts';
import { logChoose } from './departures.ts';

/** Features that some checks have in common: the same object for the same ones. */
export interface FeatureSet {
  readonly features: ReadonlySet<string>;
  /** The sets with one feature more, by that feature. */
  readonly wider: Map<string, FeatureSet | null>;
}

/** What was seen of a clause at an endpoint. */
interface Seen {
  readonly held: Map<FeatureSet, number>;
  /** By violation. */
  readonly broken: Map<string, Map<FeatureSet, number>>;
  /** The numbers of the requests where it held, and of those where it was broken. */
  readonly heldAt: Set<number>;
  readonly brokenAt: Map<string, Set<number>>;
}

/** Sets of features that are told apart, and numbers that are kept of a clause. */
const mostSets = 4000;
const mostNumbers = 4000;

/** Chance makes less than one feature in so many look like a condition. */
const oneIn = 1000;

/** Of the checks that have the features, so many may hold for other reasons. */
const strayShare = 0.1;
/** What is needed, and not enough, is had by so many of all checks at most. */
const neededShare = 0.5;

/** Under which features the checks of a clause break, and under which they hold. */
export class Conditions {
  readonly #sets = new Map<string, FeatureSet>();
  readonly #endpoints = new Map<string, Map<string, Seen>>();
  readonly #numbers = new WeakMap<Exchange, number>();
  readonly #requests = new Map<string, number>();
  /** Hundreds of checks are of one exchange: what is known of it is looked up once. */
  #exchange: Exchange | null = null;
  #clauses = new Map<string, Seen>();
  #number: number | null = null;

  /** An exchange that a service may count as one more of its kind. */
  note(exchange: Exchange): void {
    const number = (this.#requests.get(exchange.endpoint) ?? 0) + 1;
    this.#requests.set(exchange.endpoint, number);
    this.#numbers.set(exchange, number);
    this.#exchange = null;
  }

  /** `null` where too many are known. */
  setOf(features: readonly string[]): FeatureSet | null {
    const key = features.join('\n');
    const known = this.#sets.get(key);
    if (known !== undefined || this.#sets.size === mostSets) return known ?? null;
    const fresh = { features: new Set(features), wider: new Map() };
    this.#sets.set(key, fresh);
    return fresh;
  }

  /** The set with one feature more. */
  wider(set: FeatureSet | null, feature: string): FeatureSet | null {
    return set === null ? null : entryOf(set.wider, feature, () => this.setOf([...set.features, feature]));
  }

  held(clause: ClauseId, exchange: Exchange, set: FeatureSet | null): void {
    if (set === null) return;
    const { held, heldAt } = this.#of(clause, exchange);
    held.set(set, (held.get(set) ?? 0) + 1);
    this.#noteNumber(heldAt);
  }

  /** @param violation what makes it one, for its clause may be broken in several ways */
  broke(clause: ClauseId, violation: string, exchange: Exchange, set: FeatureSet | null): void {
    if (set === null) return;
    const { broken, brokenAt } = this.#of(clause, exchange);
    const sets = entryOf(broken, violation, () => new Map<FeatureSet, number>());
    sets.set(set, (sets.get(set) ?? 0) + 1);
    this.#noteNumber(entryOf(brokenAt, violation, () => new Set<number>()));
  }

  /** What separates the checks that broke from those that held; `null` where nothing does. */
  of({ clause, endpoint }: Pick<Violation, 'clause' | 'endpoint'>, violation: string): Condition | null {
    const seen = this.#endpoints.get(endpoint)?.get(clause);
    const broken = seen?.broken.get(violation);
    if (seen === undefined || broken === undefined || seen.held.size === 0) return null;
    return separating(broken, seen.held) ?? rhythm(seen.brokenAt.get(violation) ?? [], seen.heldAt);
  }

  #noteNumber(numbers: Set<number>): void {
    if (this.#number !== null && numbers.size < mostNumbers) numbers.add(this.#number);
  }

  #of(clause: ClauseId, exchange: Exchange): Seen {
    if (exchange !== this.#exchange) {
      this.#exchange = exchange;
      this.#number = this.#numbers.get(exchange) ?? null;
      this.#clauses = entryOf(this.#endpoints, exchange.endpoint, () => new Map<string, Seen>());
    }
    return entryOf(this.#clauses, clause, newSeen);
  }
}

function newSeen(): Seen {
  return { held: new Map(), broken: new Map(), heldAt: new Set(), brokenAt: new Map() };
}

type Times = ReadonlyMap<FeatureSet, number>;

/**
 * The feature that all that broke have, and hardly any that held, or else two together; else one that most that held have
 * not. Of those that cannot be told apart the first, which is the most likely.
 */
function separating(broken: Times, held: Times): Condition | null {
  const [failed, all] = [sum(broken), sum(held)];
  const [first] = broken.keys();
  const shared = [...(first?.features ?? [])].filter((feature) => timesWith(broken, [feature]) === failed);
  const single = best(shared.map((feature) => [feature]));
  const stray = strayShare * failed;
  if (single !== null && single.stray <= stray) return told(single, '');
  const pair = best(pairsOf(shared));
  if (pair !== null && pair.stray <= stray) return told(pair, '');
  const needed =
    single !== null && single.stray + failed <= neededShare * (all + failed) ? told(single, 'but only ') : null;
  return needed?.isSure === true ? needed : null;

  function best(candidates: readonly (readonly string[])[]): Shared | null {
    const [found = null] = candidates
      .map((features) => ({ features, stray: timesWith(held, features) }))
      .sort((one, other) => one.stray - other.stray);
    return found;
  }

  function told({ features, stray }: Shared, how: string): Condition {
    const isSure = logChoose(failed + all, failed) - logChoose(failed + stray, failed) > Math.log(oneIn);
    return { words: how + features.join(' and '), failed, of: failed + stray, others: all - stray, isSure };
  }
}

/** Features that all that broke have, and how many that held. */
interface Shared {
  readonly features: readonly string[];
  readonly stray: number;
}

function pairsOf(features: readonly string[]): string[][] {
  return features.flatMap((one, at) => features.slice(at + 1).map((other) => [one, other]));
}

function timesWith(times: Times, wanted: readonly string[]): number {
  let count = 0;
  for (const [{ features }, each] of times) if (wanted.every((feature) => features.has(feature))) count += each;
  return count;
}

function sum(times: Times): number {
  return [...times.values()].reduce((all, each) => all + each, 0);
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
