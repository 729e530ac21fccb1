import type { SecondDelta } from '../../result/tally/delta.ts';
import { mergeDeltas } from '../../result/tally/mergeDeltas.ts';

/** Seconds of one part that the sum still waits for others with. */
interface Part {
  readonly waiting: Map<number, SecondDelta>;
  ended: boolean;
}

/**
 * Sums the seconds of several parts, threads or machines: a second is told once every part that still runs has told it,
 * in order, whatever the order in which they came. A second that a part tells twice counts once.
 */
export class SecondsSum {
  readonly #parts: readonly Part[];
  readonly #onSecond: (delta: SecondDelta) => void;
  #second = 0;

  constructor(parts: number, onSecond: (delta: SecondDelta) => void) {
    this.#parts = Array.from({ length: parts }, () => ({ waiting: new Map(), ended: false }));
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
  add(part: number, delta: SecondDelta): boolean {
    const known = this.#parts[part];
    if (known === undefined || known.ended || delta.second < this.#second || known.waiting.has(delta.second))
      return false;
    known.waiting.set(delta.second, delta);
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
    while (this.#parts.every(({ ended, waiting }) => ended || waiting.has(this.#second))) {
      const told = this.#parts.flatMap(({ waiting }) => waiting.get(this.#second) ?? []);
      const [first, ...others] = told;
      if (first === undefined) {
        // All have ended; one that was lost may have left a gap behind.
        if (!this.#parts.some(({ waiting }) => waiting.size > 0)) return;
        this.#second++;
        continue;
      }
      for (const { waiting } of this.#parts) waiting.delete(this.#second);
      this.#second++;
      this.#onSecond(mergeDeltas([first, ...others]));
    }
  }
}
