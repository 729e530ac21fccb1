import { isGating, newViolation, violationKey } from '../../judging/identity.ts';
import type { ViolationEvent } from '../../respondent/crowd.ts';
import type { ViolationDelta } from '../../result/tally/delta.ts';

/** Distinct ways of violating one clause that are told apart, and distinct violations of one shard. */
const maxPerClause = 5;
const maxDistinct = 300;

interface Known {
  readonly key: string;
  readonly gating: boolean;
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

  add(event: ViolationEvent): void {
    const key = violationKey(event);
    const known = this.#known.get(key) ?? this.#crowdedOut(event.clause);
    if (known !== undefined) {
      known.count++;
      return;
    }
    const first: Known = {
      key,
      gating: isGating(event.clause),
      count: 1,
      first: newViolation(event, event.witness()),
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
      deltas.push({ key: known.key, gating: known.gating, count: known.count, first: known.first });
      known.count = 0;
      known.first = null;
    }
    return deltas;
  }
}
