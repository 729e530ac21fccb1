import { entryOf } from '../memoised.ts';

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

/** Numbers of requests that are kept of a clause. */
const mostNumbers = 4000;

/** How often something was seen with the same features, and with which requests of their kind, by number. */
export interface Time {
  readonly count: number;
  readonly numbers: readonly number[];
}

export type Times = ReadonlyMap<FeatureSet, Time>;

function notYet(): { count: number; readonly numbers: number[] } {
  return { count: 0, numbers: [] };
}

/** With which features something was seen. */
export class Sightings {
  readonly times = new Map<FeatureSet, ReturnType<typeof notYet>>();
  #numbers = 0;
  #set: FeatureSet | null = null;
  #time = notYet();
  #number: number | null = null;

  /** Most are of the exchange before: what is known of that is not looked up again. */
  add(set: FeatureSet, number: number | null): void {
    if (set !== this.#set) {
      this.#set = set;
      this.#number = null;
      this.#time = entryOf(this.times, set, notYet);
    }
    this.#time.count++;
    if (number === null || number === this.#number || this.#numbers >= mostNumbers) return;
    this.#number = number;
    this.#numbers++;
    this.#time.numbers.push(number);
  }
}

/** All of them together. */
export function joined(each: readonly Times[]): Times {
  const all: Sightings['times'] = new Map();
  for (const [set, { count, numbers }] of each.flatMap((times) => [...times])) {
    const time = entryOf(all, set, notYet);
    time.count += count;
    for (const number of numbers) time.numbers.push(number);
  }
  return all;
}

export function numbersIn(times: Times): ReadonlySet<number> {
  return new Set([...times.values()].flatMap(({ numbers }) => numbers));
}

/** What held elsewhere: that a clause held in one respect in the very answer that broke it tells nothing. */
export function heldElsewhere(held: Times, broken: Times): Times {
  const elsewhere = [...held].map(([set, time]): [FeatureSet, Time] => {
    const beside = set.isPart ? undefined : broken.get(set);
    if (beside === undefined || time.numbers.length === 0) return [set, time];
    const failed = new Set(beside.numbers);
    const numbers = time.numbers.filter((number) => !failed.has(number));
    return [set, { count: Math.round((time.count * numbers.length) / time.numbers.length), numbers }];
  });
  return new Map(elsewhere.filter(([, { count }]) => count > 0));
}

/** How often in all. */
export function sum(times: Times): number {
  return times.values().reduce((all, { count }) => all + count, 0);
}
