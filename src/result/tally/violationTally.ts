import type { Violation } from '../verdict.ts';
import type { ViolationDelta } from './delta.ts';

/** Distinct violations that a result keeps; beyond it further ones are only counted. */
const maxDistinct = 500;

/** Whether a violation fails no run, since the baseline knows it. */
export type Tolerance = (violation: Violation) => boolean;

/** Distinct violations in the order of their first event, with counts; bounded. */
export class ViolationTally {
  readonly #byKey = new Map<string, Violation>();
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
    if (known !== undefined) known.count += delta.count;
    else if (delta.first !== null && this.#byKey.size < maxDistinct) {
      this.#byKey.set(delta.key, {
        ...(second === null ? {} : { firstSecond: second }),
        ...delta.first,
        count: delta.count,
      });
    }
  }

  list(): Violation[] {
    return [...this.#byKey.values()].map((violation) => ({ ...violation }));
  }
}

/** Whether a violation fails its run: one that may, and that nobody has accepted, also when it comes at times. */
export function gates({ gating, baseline }: Pick<Violation, 'gating' | 'baseline'>): boolean {
  return gating && (baseline.kind === 'NEW' || baseline.kind === 'FLAKY');
}
