import { clockWatch, neverAway, type Watch } from './clockWatch.ts';

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

/** Time, injected: the process's monotonic clock in a run, a simulated one in tests and simulations. */
export interface Clock {
  /** Monotonic milliseconds with fractions, the scale of every instant of an exchange. */
  nowMs(): number;
  /** Calls `timer.onTimer()` once, at or after `instantMs`. Many thousands may wait at once. */
  at(instantMs: number, timer: Timer): void;
  /** Forgets every timer that still waits. */
  clear(): void;
  /** When whoever follows this clock was not there. */
  readonly watch: Watch;
}

/** Resolves after a time of a clock. */
export function pauseBy(clock: Clock, durationMs: number): Promise<void> {
  return new Promise((resolve) => clock.at(clock.nowMs() + durationMs, { onTimer: resolve }));
}

/** ms since the epoch by a clock that nobody sets while the process runs: every thread has the same. */
export function epochNowMs(): number {
  return performance.timeOrigin + performance.now();
}

/** The process's monotonic clock (`performance.now()`) with one event-loop timer for all that wait. */
export class RealClock implements Clock {
  readonly watch: Watch = clockWatch();
  readonly #heap = new TimerHeap();
  readonly #wake = () => this.#onWake();
  #timeout: NodeJS.Timeout | null = null;
  #immediate: NodeJS.Immediate | null = null;
  #armedMs = Number.POSITIVE_INFINITY;

  nowMs(): number {
    return performance.now();
  }

  at(instantMs: number, timer: Timer): void {
    this.#heap.add(instantMs, timer);
    if (instantMs < this.#armedMs) this.#arm(performance.now());
  }

  clear(): void {
    this.#heap.clear();
    this.#disarm();
  }

  /**
   * The loop is awake at `nowMs`: what is due runs in this turn, and does not wait for a timer of whole milliseconds.
   * Called after every exchange, it makes a busy generator precise at next to no cost.
   */
  nudge(nowMs: number): void {
    if (this.#heap.earliestMs <= nowMs && this.#immediate === null) this.#arm(nowMs);
  }

  #disarm(): void {
    if (this.#timeout !== null) clearTimeout(this.#timeout);
    if (this.#immediate !== null) clearImmediate(this.#immediate);
    this.#timeout = null;
    this.#immediate = null;
    this.#armedMs = Number.POSITIVE_INFINITY;
  }

  #arm(nowMs: number): void {
    this.#disarm();
    const dueMs = this.#heap.earliestMs;
    if (dueMs === Number.POSITIVE_INFINITY) return;
    this.#armedMs = dueMs;
    const remainingMs = dueMs - nowMs;
    if (remainingMs <= 0) this.#immediate = setImmediate(this.#wake);
    else this.#timeout = setTimeout(this.#wake, Math.ceil(remainingMs));
  }

  #onWake(): void {
    const startMs = performance.now();
    const heap = this.#heap;
    this.#timeout = null;
    this.#immediate = null;
    // Timers that are added for the past while these run wait for the next turn of the loop, so that I/O gets its share.
    this.#armedMs = Number.NEGATIVE_INFINITY;
    while (heap.earliestMs <= startMs) heap.takeEarliest()?.onTimer();
    this.#armedMs = Number.POSITIVE_INFINITY;
    this.#arm(performance.now());
  }
}

/** Turns of the event loop in which nothing was under way: promises that were kept meanwhile have been heard of. */
const idleTurns = 2;

/**
 * A clock that nobody waits for: it stands still while anything is under way, and jumps to the next timer as soon as
 * nothing is. Pauses, think times and delays of any length cost nothing.
 */
export class VirtualClock implements Clock {
  readonly watch = neverAway;
  #nowMs: number;
  #underWay = 0;
  #idle = 0;
  #turns: NodeJS.Immediate | null = null;
  readonly #heap = new TimerHeap();

  constructor(nowMs = 0) {
    this.#nowMs = nowMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  at(instantMs: number, timer: Timer): void {
    this.#heap.add(instantMs, timer);
    this.#goOn();
  }

  clear(): void {
    this.#heap.clear();
  }

  /** Something has begun that takes no time of this clock, and that others wait for. */
  begin(): void {
    this.#underWay++;
  }

  /** It has ended. */
  end(): void {
    this.#underWay--;
    this.#goOn();
  }

  #goOn(): void {
    this.#idle = 0;
    if (this.#underWay === 0 && this.#heap.size > 0) this.#turns ??= setImmediate(this.#onTurn);
  }

  readonly #onTurn = (): void => {
    this.#turns = null;
    if (this.#underWay > 0 || this.#heap.size === 0) return;
    this.#idle++;
    if (this.#idle > idleTurns) {
      this.#idle = 0;
      this.#nowMs = Math.max(this.#nowMs, this.#heap.earliestMs);
      while (this.#heap.earliestMs <= this.#nowMs) this.#heap.takeEarliest()?.onTimer();
    }
    if (this.#underWay === 0 && this.#heap.size > 0) this.#turns ??= setImmediate(this.#onTurn);
  };
}
