/** A shorter silence is the space between two answers. */
const shortestMs = 20;
/** The latest that are known: more than a request lasts through. */
const mostKept = 64;

/** The times in which no exchange of a thread ended: what a pause of the service, or of the generator, looks like. */
export class Silences {
  #lastEndMs = Number.NaN;
  readonly #begins = new Float64Array(mostKept).fill(Number.NaN);
  readonly #ends = new Float64Array(mostKept).fill(Number.NaN);
  #at = 0;

  /** An exchange has ended at this instant. On the hot path. */
  exchangeEnded(endMs: number): void {
    if (endMs - this.#lastEndMs > shortestMs) {
      this.#begins[this.#at] = this.#lastEndMs;
      this.#ends[this.#at] = endMs;
      this.#at = (this.#at + 1) % mostKept;
    }
    this.#lastEndMs = endMs;
  }

  /** The longest of the latest silences, as far as it lies between two instants, ms; 0 where there was none. */
  longestMs(fromMs: number, toMs: number): number {
    let longestMs = 0;
    for (let at = 0; at < mostKept; at++) {
      const begin = Math.max(fromMs, this.#begins[at] ?? Number.NaN);
      const end = Math.min(toMs, this.#ends[at] ?? Number.NaN);
      if (end - begin > longestMs) longestMs = end - begin;
    }
    return longestMs;
  }
}
