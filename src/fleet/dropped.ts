/** Why messages are dropped, in words that follow. */
export const droppedWhy = 'as nobody with the key of this fleet had sealed it for this session';

/** Counts messages that were dropped: nobody of the fleet had sealed them, or they were of another time. */
export class Dropped {
  readonly #onFirst: () => void;
  #count = 0;

  /** @param onFirst hears of the first one */
  constructor(onFirst: () => void) {
    this.#onFirst = onFirst;
  }

  get count(): number {
    return this.#count;
  }

  add(): void {
    if (this.#count++ === 0) this.#onFirst();
  }
}
