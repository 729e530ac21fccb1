import { createHash } from 'node:crypto';
import { witnessBodyLength } from '../client/witnessStep.ts';
import { generalText } from '../judging/identity.ts';
import { detoursIn } from '../result/condition.ts';
import type { DifferenceDelta } from '../result/duetResult.ts';
import { type DuetDelta, mostDifferences, mostNames } from '../result/tally/duetTally.ts';
import type { Witness } from '../result/verdict.ts';
import type { Difference } from './bodyDifferences.ts';
import type { AnsweredPair, TwinAnswer } from './pairing.ts';

/** Longer names differ in what was shown, not in kind. */
const longestName = 500;

/** What two answers of the same side may differ in: learnt before the duet. */
function learntName({ aspect, path, base, candidate }: Difference): string {
  // What a whole answer is, is not made a matter of chance by one exception.
  const where = path === '' ? [base, candidate].sort().join(' | ') : path;
  return `${aspect} ${where}`.slice(0, longestName);
}

/** Equal differences counted, with the first pair of each as an example; those that were learnt left out. */
export class DifferenceCounter {
  readonly #learnt: ReadonlySet<string>;
  /** Since they were taken. */
  #counted = new Map<string, DifferenceDelta>();
  #newNames: string[] = [];
  /** Of all that were met. */
  readonly #keys = new Set<string>();
  readonly #names = new Set<string>();
  /** Of each difference, what all had done before whose answers differed so. */
  readonly #detours = new Map<string, readonly string[]>();
  /** By walk, the difference of whole answers that was met last: what its twins ask next follows from it. */
  readonly #parting = new WeakMap<object, string>();

  /** @param learnt names of differences that mean nothing */
  constructor(learnt: Iterable<string>) {
    this.#learnt = new Set(learnt);
  }

  add(pair: AnsweredPair, differences: readonly Difference[]): void {
    const seen = new Set<string>();
    for (const found of differences) {
      // Names travel; those of the whole answer say what was shown.
      const difference = found.path === '' ? redacted(pair, found) : found;
      const name = learntName(difference);
      this.#note(name);
      if (this.#learnt.has(name)) continue;
      const key = keyOf(pair, difference);
      if (seen.has(key)) continue;
      seen.add(key);
      this.#count(key, pair, difference);
    }
  }

  /** What was counted since the last call, and the names that were met for the first time. */
  take(): Pick<DuetDelta, 'differences' | 'names'> {
    const taken = { differences: [...this.#counted.values()], names: this.#newNames };
    this.#counted = new Map();
    this.#newNames = [];
    return taken;
  }

  #note(name: string): void {
    if (this.#names.has(name) || this.#names.size >= mostNames) return;
    this.#names.add(name);
    this.#newNames.push(name);
  }

  #count(key: string, pair: AnsweredPair, difference: Difference): void {
    // A failure of the base alone is counted with those of the candidate alone: chance strikes both sides alike.
    const isReversed = difference.aspect === 'failure' && isFailed(pair.base) && !isFailed(pair.candidate);
    const isNew = !this.#keys.has(key);
    if (isNew && this.#keys.size >= mostDifferences) return;
    this.#keys.add(key);
    const counted = this.#counted.get(key) ?? deltaOf(key, pair, difference, isNew);
    this.#counted.set(key, counted);
    counted.detours = [...this.#commonDetours(key, pair)];
    const { endpoint } = pair.base.exchange;
    if (!counted.endpoints.includes(endpoint)) counted.endpoints.push(endpoint);
    if (isReversed) counted.reversed++;
    else counted.count++;
    const after = this.#parting.get(pair.base.respondent);
    if (difference.aspect === 'request' && after !== undefined) {
      counted.following = (counted.following ?? 0) + 1;
      counted.after ??= after;
    } else if (difference.path === '') this.#parting.set(pair.base.respondent, counted.id);
  }

  #commonDetours(key: string, { base }: AnsweredPair): readonly string[] {
    const known = this.#detours.get(key);
    if (known?.length === 0) return known;
    const done = detoursIn(base.respondent.witness().steps.slice(0, -1));
    const common = known?.filter((each) => done.includes(each)) ?? done;
    this.#detours.set(key, common);
    return common;
  }
}

function redacted(pair: AnsweredPair, difference: Difference): Difference {
  const { base, candidate } = difference;
  return {
    ...difference,
    base: pair.base.respondent.redact(base),
    candidate: pair.candidate.respondent.redact(candidate),
  };
}

/** @param isNew whether both walks are shown */
function deltaOf(key: string, pair: AnsweredPair, difference: Difference, isNew: boolean): DifferenceDelta {
  const { aspect, path, base, candidate } = redacted(pair, difference);
  const example = () => ({ base: witnessOf(pair.base), candidate: witnessOf(pair.candidate) });
  return {
    id: `${aspect}:${createHash('sha256').update(key).digest('hex').slice(0, 8)}`,
    aspect,
    path,
    endpoints: [],
    count: 0,
    reversed: 0,
    first: isNew ? { base, candidate, example: example() } : null,
  };
}

/** The walk until then; its last answer was let go of, and is put back. */
function witnessOf({ respondent, exchange }: TwinAnswer): Witness {
  const witness = respondent.witness();
  const last = witness.steps.at(-1);
  if (last === undefined) return witness;
  // A secret at the end of what is kept is seen whole.
  const body = respondent.redact(exchange.bodyText.slice(0, 2 * witnessBodyLength)).slice(0, witnessBodyLength);
  return { ...witness, steps: [...witness.steps.slice(0, -1), { ...last, response: { ...last.response, body } }] };
}

function isFailed({ exchange }: TwinAnswer): boolean {
  return exchange.failure !== null && exchange.failure !== 'not-json';
}

/** Two differences are the same one when this text is: what a body lacks is one cause, whichever endpoint shows it. */
function keyOf({ base }: AnsweredPair, { aspect, path, base: ours, candidate: theirs }: Difference): string {
  const { endpoint } = base.exchange;
  switch (aspect) {
    case 'failure':
      return `${aspect}\n${endpoint}`;
    // The questions of a page are named by their ids: what is expected of one page hides nothing of another.
    case 'page':
    case 'http-status':
      return `${aspect}\n${endpoint}\n${ours}\n${theirs}`;
    case 'status':
    case 'error':
    case 'request':
      return `${aspect}\n${endpoint}\n${generalText(ours)}\n${generalText(theirs)}`;
    default:
      return `${aspect}\n${path}`;
  }
}
