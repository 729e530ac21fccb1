import type { Violation } from '../verdict.ts';
import type { ViolationDelta } from './delta.ts';

/** Distinct violations that a result keeps; beyond it further ones are only counted. */
const maxDistinct = 500;

/** Distinct violations in the order of their first event, with counts; bounded. */
export class ViolationTally {
  readonly #byKey = new Map<string, Violation>();
  #events = 0;

  /** Events of gating violations: of promises, not of readings and samples. */
  get events(): number {
    return this.#events;
  }

  /** Distinct gating violations. */
  get distinct(): number {
    let distinct = 0;
    for (const { gating } of this.#byKey.values()) if (gating) distinct++;
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
