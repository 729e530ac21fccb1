import { completionChances, isOfCompletions, walkChances } from '../chances.ts';
import type { Violation } from '../verdict.ts';
import { withOccurrences } from '../violationId.ts';
import { type Counts, countIn } from './counts.ts';
import type { ViolationDelta } from './delta.ts';

/** Distinct violations that a result keeps; beyond it further ones are only counted. */
const maxDistinct = 500;

/** Whether a violation fails no run, since the baseline knows it. */
export type Tolerance = (violation: Violation) => boolean;

/** Distinct violations in the order of their first event, with counts; bounded. */
export class ViolationTally {
  readonly #byKey = new Map<string, Violation>();
  /** Walks that showed each. */
  readonly #walks = new Map<string, number>();
  /** Events of gating violations, of those too that are not kept. */
  #events = 0;

  /** Events of gating violations (of promises, not of readings and samples) that are not tolerated. */
  events(isTolerated: Tolerance): number {
    let events = this.#events;
    for (const violation of this.#byKey.values())
      if (violation.gating && isTolerated(violation)) events -= violation.count;
    return events;
  }

  /** Distinct gating violations that are not tolerated. */
  distinct(isTolerated: Tolerance): number {
    let distinct = 0;
    for (const violation of this.#byKey.values()) if (violation.gating && !isTolerated(violation)) distinct++;
    return distinct;
  }

  /** @param second of the run in which it was seen; `null` after its end */
  add(delta: ViolationDelta, second: number | null): void {
    const known = this.#byKey.get(delta.key);
    if (delta.gating) this.#events += delta.count;
    if (known !== undefined) this.#byKey.set(delta.key, withOccurrences(known, delta.count, delta.came, delta.surveys));
    else if (delta.first !== null && this.#byKey.size < maxDistinct) {
      const first = { ...(second === null ? {} : { firstSecond: second }), ...delta.first, count: 0 };
      this.#byKey.set(delta.key, withOccurrences(first, delta.count, delta.came, delta.surveys));
    } else return;
    this.#walks.set(delta.key, (this.#walks.get(delta.key) ?? 0) + delta.walks);
  }

  /**
   * @param walks that were started: among so many each violation was looked for
   * @param checked how often each clause was: by an audit, once a completion
   */
  list(walks: number, checked: Readonly<Counts>): Violation[] {
    return [...this.#byKey].sort(bySecond).map(([key, violation]) => {
      const ofClause = countIn(checked, violation.clause);
      return {
        ...violation,
        ...(isOfCompletions(violation)
          ? completionChances(violation.count, ofClause)
          : walkChances(violation, this.#walks.get(key) ?? 0, { walks, checked: ofClause })),
      };
    });
  }
}

type Kept = readonly [key: string, violation: Violation];

/** In the order in which they were seen first, those of one second by their keys: whoever adds up, and in what parts. */
function bySecond(
  [a, { firstSecond: one = Number.MAX_VALUE }]: Kept,
  [b, { firstSecond: other = Number.MAX_VALUE }]: Kept,
): number {
  return one - other || (a < b ? -1 : 1);
}

/** Whether a violation fails its run: one that may, and that nobody has accepted, also when it comes at times. */
export function gates({ gating, baseline }: Pick<Violation, 'gating' | 'baseline'>): boolean {
  return gating && (baseline.kind === 'NEW' || baseline.kind === 'FLAKY');
}
