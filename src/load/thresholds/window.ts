import type { SecondDelta } from '../../result/tally/delta.ts';
import { Tally } from '../../result/tally/tally.ts';

/** The last measured seconds of a run, as many as the longest window needs. */
export class SlidingWindow {
  readonly #deltas: SecondDelta[] = [];
  readonly #longestSeconds: number;

  constructor(longestSeconds: number) {
    this.#longestSeconds = Math.ceil(longestSeconds);
  }

  /** Adds the newest second; those of the warm-up are left out. */
  add(delta: SecondDelta): void {
    if (!delta.measured || this.#longestSeconds === 0) return;
    this.#deltas.push(delta);
    if (this.#deltas.length > this.#longestSeconds) this.#deltas.shift();
  }

  /** The sum of the last `seconds`, or `null` before so many were measured. */
  last(seconds: number): Tally | null {
    const wanted = Math.ceil(seconds);
    if (wanted > this.#deltas.length) return null;
    const tally = new Tally();
    for (const delta of this.#deltas.slice(-wanted)) tally.add(delta);
    return tally;
  }
}
