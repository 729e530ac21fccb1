/** Numbers from 0 on that were heard, in any order, some twice: as many as are missing is what is kept. */
export class Heard {
  #next = 0;
  readonly #ahead = new Set<number>();

  /** @returns whether it is new */
  add(number: number): boolean {
    if (number < this.#next || this.#ahead.has(number)) return false;
    if (number > this.#next) {
      this.#ahead.add(number);
      return true;
    }
    do this.#next++;
    while (this.#ahead.delete(this.#next));
    return true;
  }

  /** Whether one was heard and another before it was not. */
  get hasGap(): boolean {
    return this.#ahead.size > 0;
  }
}
