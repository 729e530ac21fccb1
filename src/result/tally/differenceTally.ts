import type { DifferenceRow } from '../duetResult.ts';
import type { DifferenceDelta } from './duetDelta.ts';

/** Rows that are kept: a candidate that differs in more ways is another service. */
export const mostDifferences = 200;

/** Adds up differences, of several generators or of one second after the other: the first example of each is kept. */
export class DifferenceTally {
  readonly #byId = new Map<string, DifferenceDelta>();

  add(differences: readonly DifferenceDelta[]): void {
    for (const difference of differences) {
      const known = this.#byId.get(difference.id);
      if (known !== undefined) {
        known.count += difference.count;
        known.reversed += difference.reversed;
        known.endpoints = [...new Set([...known.endpoints, ...difference.endpoints])];
        known.first ??= difference.first;
      } else if (this.#byId.size < mostDifferences) this.#byId.set(difference.id, { ...difference });
    }
  }

  deltas(): DifferenceDelta[] {
    return [...this.#byId.values()];
  }

  /** Those that can be shown: a generator that was lost may have taken an example with it. */
  rows(): DifferenceRow[] {
    return this.deltas().flatMap(({ first, ...counted }) => (first === null ? [] : { ...counted, ...first }));
  }
}
