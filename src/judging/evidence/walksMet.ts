import { sessionEndpoints } from '../../contract/endpoints.ts';

/** Counts walks, each once however often it comes; remembers none that is over but the latest. */
export class WalksMet {
  readonly #met = new WeakSet<object>();
  #latest: object | null = null;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** @param walk the same object for all steps of one walk. */
  add(walk: object): void {
    if (walk === this.#latest) return;
    this.#latest = walk;
    if (this.#met.has(walk)) return;
    this.#met.add(walk);
    this.#count++;
  }
}

/** The walk that an exchange belongs to, for counting; `null` for calls of administration, which are no part of any. */
export function walkOf<Walk extends object>(endpoint: string, walk: Walk): Walk | null {
  return sessionEndpoints.has(endpoint) ? walk : null;
}
