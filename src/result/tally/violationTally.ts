import type { Violation } from '../verdict.ts';
import type { ViolationDelta } from './delta.ts';

/** Distinct violations that a result keeps; beyond it further ones only count as sightings. */
const maxDistinct = 500;

/** Distinct violations in the order of their first sighting, with counts; bounded. */
export class ViolationTally {
  readonly #byKey = new Map<string, Violation>();
  #sightings = 0;

  /** Sightings of all violations. */
  get sightings(): number {
    return this.#sightings;
  }

  get distinct(): number {
    return this.#byKey.size;
  }

  add(delta: ViolationDelta): void {
    this.#sightings += delta.count;
    const known = this.#byKey.get(delta.key);
    if (known !== undefined) known.count += delta.count;
    else if (delta.first !== null && this.#byKey.size < maxDistinct) {
      this.#byKey.set(delta.key, { ...delta.first, id: `v${this.#byKey.size + 1}`, count: delta.count });
    }
  }

  list(): Violation[] {
    return [...this.#byKey.values()].map((violation) => ({ ...violation }));
  }

  toDeltas(): ViolationDelta[] {
    return [...this.#byKey].map(([key, { id: _, ...first }]) => ({ key, count: first.count, first }));
  }
}
