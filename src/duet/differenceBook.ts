import { createHash } from 'node:crypto';
import { witnessBodyLength } from '../client/witnessStep.ts';
import { generalText } from '../judging/identity.ts';
import type { DifferenceRow } from '../result/duetResult.ts';
import type { Witness } from '../result/verdict.ts';
import type { Difference } from './bodyDifferences.ts';
import type { AnsweredPair, TwinAnswer } from './pairing.ts';

/** Rows that are kept: a candidate that differs in more ways is another service. */
const mostRows = 200;

/** What two answers of the same side may differ in: learnt before the duet. */
export function learntName({ aspect, path, base, candidate }: Difference): string {
  // What a whole answer is, is not made a matter of chance by one exception.
  return path === '' ? `${aspect} ${[base, candidate].sort().join(' | ')}` : `${aspect} ${path}`;
}

interface CountedRow {
  readonly row: DifferenceRow;
  readonly endpoints: Set<string>;
  count: number;
  reversed: number;
}

/** Equal differences counted, with the first pair of each as an example; those that were learnt left out. */
export class DifferenceBook {
  readonly #learnt: ReadonlySet<string>;
  readonly #rows = new Map<string, CountedRow>();
  /** By the names of `learntName`. */
  readonly names = new Set<string>();

  constructor(learnt: Iterable<string>) {
    this.#learnt = new Set(learnt);
  }

  add(pair: AnsweredPair, differences: readonly Difference[]): void {
    const seen = new Set<string>();
    for (const difference of differences) {
      const name = learntName(difference);
      this.names.add(name);
      if (this.#learnt.has(name)) continue;
      const key = keyOf(pair, difference);
      if (seen.has(key)) continue;
      seen.add(key);
      this.#count(key, pair, difference);
    }
  }

  get rows(): readonly DifferenceRow[] {
    return [...this.#rows.values()].map(({ row, endpoints, count, reversed }) => {
      return { ...row, endpoints: [...endpoints], count, reversed };
    });
  }

  #count(key: string, pair: AnsweredPair, difference: Difference): void {
    // A failure of the base alone is counted with those of the candidate alone: chance strikes both sides alike.
    const isReversed = difference.aspect === 'failure' && isFailed(pair.base) && !isFailed(pair.candidate);
    let known = this.#rows.get(key);
    if (known === undefined) {
      if (this.#rows.size >= mostRows) return;
      known = { row: this.#rowOf(key, pair, difference), endpoints: new Set(), count: 0, reversed: 0 };
      this.#rows.set(key, known);
    }
    known.endpoints.add(pair.base.exchange.endpoint);
    if (isReversed) known.reversed++;
    else known.count++;
  }

  #rowOf(key: string, { base, candidate }: AnsweredPair, difference: Difference): DifferenceRow {
    const { aspect, path } = difference;
    return {
      id: `${aspect}:${createHash('sha256').update(key).digest('hex').slice(0, 8)}`,
      aspect,
      endpoints: [],
      path,
      base: base.respondent.redact(difference.base),
      candidate: candidate.respondent.redact(difference.candidate),
      count: 0,
      reversed: 0,
      example: { base: witnessOf(base), candidate: witnessOf(candidate) },
    };
  }
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
    case 'page':
      return `${aspect}\n${endpoint}`;
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
