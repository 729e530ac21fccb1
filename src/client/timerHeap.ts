/** What a clock wakes: an object with one method, so that the hot path makes no closures. */
export interface Timer {
  onTimer(): void;
}

/** Children of a node: four make the heap shallow, and its sift loops stay within a cache line or two. */
const arity = 4;

/**
 * Timers ordered by instant, in two parallel arrays: 100,000 waiting respondents cost 16 bytes each and no objects.
 * Timers of equal instants come out in no particular order.
 */
export class TimerHeap {
  readonly #instants: number[] = [];
  readonly #timers: Timer[] = [];

  get size(): number {
    return this.#instants.length;
  }

  /** The earliest instant, or `Infinity` when nothing waits. */
  get earliestMs(): number {
    return this.#instants[0] ?? Number.POSITIVE_INFINITY;
  }

  add(instantMs: number, timer: Timer): void {
    const instants = this.#instants;
    const timers = this.#timers;
    let at = instants.length;
    instants.push(instantMs);
    timers.push(timer);
    while (at > 0) {
      const parent = (at - 1) >> 2;
      const parentInstant = instants[parent] as number;
      if (parentInstant <= instantMs) break;
      instants[at] = parentInstant;
      timers[at] = timers[parent] as Timer;
      at = parent;
    }
    instants[at] = instantMs;
    timers[at] = timer;
  }

  /** Takes the earliest timer out, or `null` when nothing waits. */
  takeEarliest(): Timer | null {
    const instants = this.#instants;
    const timers = this.#timers;
    const earliest = timers[0];
    if (earliest === undefined) return null;
    const instant = instants.pop() as number;
    const timer = timers.pop() as Timer;
    const size = instants.length;
    if (size === 0) return earliest;
    let at = 0;
    for (;;) {
      const first = at * arity + 1;
      if (first >= size) break;
      const beyond = Math.min(first + arity, size);
      let smallest = first;
      for (let child = first + 1; child < beyond; child++) {
        if ((instants[child] as number) < (instants[smallest] as number)) smallest = child;
      }
      if ((instants[smallest] as number) >= instant) break;
      instants[at] = instants[smallest] as number;
      timers[at] = timers[smallest] as Timer;
      at = smallest;
    }
    instants[at] = instant;
    timers[at] = timer;
    return earliest;
  }

  clear(): void {
    this.#instants.length = 0;
    this.#timers.length = 0;
  }
}
