import type { ViolationSighting } from '../../respondent/crowd.ts';
import type { ViolationDelta } from '../../result/tally/delta.ts';

/** Distinct ways of violating one clause that are told apart, and distinct violations of one shard. */
const maxPerClause = 5;
const maxDistinct = 300;

interface Known {
  readonly key: string;
  count: number;
  /** The whole, until it was handed over. */
  first: ViolationDelta['first'];
}

/**
 * Violations that a shard saw: equal ones counted, the first of each kind with its witness, bounded in number. Those
 * beyond the bound of a clause are counted under its first one.
 */
export class ViolationEvents {
  readonly #known = new Map<string, Known>();
  readonly #firstOfClause = new Map<string, Known>();
  readonly #kindsOfClause = new Map<string, number>();

  add(event: ViolationSighting): void {
    const key = `${event.clause}\n${shapeOf(event.expected)}\n${shapeOf(event.actual)}`;
    const known = this.#known.get(key) ?? this.#crowdedOut(event.clause);
    if (known !== undefined) {
      known.count++;
      return;
    }
    const first: Known = {
      key,
      count: 1,
      first: {
        clause: event.clause,
        count: 1,
        expected: event.expected,
        actual: event.actual,
        classification: 'unclassified',
        baseline: { kind: 'NEW' },
        witness: event.witness(),
      },
    };
    this.#known.set(key, first);
    if (!this.#firstOfClause.has(event.clause)) this.#firstOfClause.set(event.clause, first);
    this.#kindsOfClause.set(event.clause, (this.#kindsOfClause.get(event.clause) ?? 0) + 1);
  }

  #crowdedOut(clause: string): Known | undefined {
    const crowded = (this.#kindsOfClause.get(clause) ?? 0) >= maxPerClause || this.#known.size >= maxDistinct;
    return crowded ? this.#firstOfClause.get(clause) : undefined;
  }

  /** What was counted since the last call; the whole of a violation is handed over once. */
  take(): ViolationDelta[] {
    const deltas: ViolationDelta[] = [];
    for (const known of this.#known.values()) {
      if (known.count === 0) continue;
      deltas.push({ key: known.key, count: known.count, first: known.first });
      known.count = 0;
      known.first = null;
    }
    return deltas;
  }
}

/** A text with what differs from respondent to respondent taken out: numbers and ids. */
function shapeOf(text: string): string {
  return text.slice(0, 400).replace(/[A-Za-z0-9_-]*\d[A-Za-z0-9_-]*/g, '#');
}
