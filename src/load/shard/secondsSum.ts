import type { SumOfSecond } from '../../result/tally/mergeDeltas.ts';
import type { NumberedSecond } from './shards.ts';

/**
 * Sums the seconds of several parts, threads or machines: a second is told once every part that still runs has told it,
 * in order, whatever the order in which they came. A second that a part tells twice counts once.
 */
export class SecondsSum<Second extends NumberedSecond> {
  /** The seconds that each part has told and that are not summed yet. */
  readonly #parts: readonly { readonly told: Set<number>; ended: boolean }[];
  readonly #newSum: () => SumOfSecond<Second>;
  readonly #onSecond: (second: Second) => void;
  readonly #sums = new Map<number, SumOfSecond<Second>>();
  #second = 0;

  /** @param onSecond hears of each second once, in order */
  constructor(parts: number, newSum: () => SumOfSecond<Second>, onSecond: (second: Second) => void) {
    this.#parts = Array.from({ length: parts }, () => ({ told: new Set<number>(), ended: false }));
    this.#newSum = newSum;
    this.#onSecond = onSecond;
  }

  /** The first second that was not told yet. */
  get second(): number {
    return this.#second;
  }

  get isOver(): boolean {
    return this.#parts.every(({ ended }) => ended);
  }

  hasEnded(part: number): boolean {
    return this.#parts[part]?.ended ?? true;
  }

  /** @returns whether the second is new: it was not told before by this part, and is still waited for */
  add(part: number, told: Second): boolean {
    const { second } = told;
    const known = this.#parts[part];
    if (known === undefined || known.ended || second < this.#second || known.told.has(second)) return false;
    known.told.add(second);
    const sum = this.#sums.get(second) ?? this.#newSum();
    this.#sums.set(second, sum);
    sum.add(part, told);
    this.#sum();
    return true;
  }

  /** A part tells nothing any more: nobody waits for it from now on. What it has told counts. */
  end(part: number): void {
    const known = this.#parts[part];
    if (known === undefined) return;
    known.ended = true;
    this.#sum();
  }

  #sum(): void {
    // All may have ended, and one that was lost has left a gap behind.
    while (this.#sums.size > 0 && this.#parts.every(({ ended, told }) => ended || told.has(this.#second))) {
      const sum = this.#sums.get(this.#second);
      this.#sums.delete(this.#second);
      for (const { told } of this.#parts) told.delete(this.#second);
      this.#second++;
      if (sum !== undefined) this.#onSecond(sum.total());
    }
  }
}
