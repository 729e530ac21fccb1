import type { Clock, Timer } from './clock.ts';
import { TimerHeap } from './timerHeap.ts';

/** How a real clock waits. */
export interface RealClockOptions {
  /**
   * Whether it polls through the last millisecond before a timer is due. Timers of the event loop fire on whole
   * milliseconds, up to 1 ms late; polling makes that some µs, and costs up to 1 ms of CPU each time that it waits.
   */
  readonly precise: boolean;
}

/** A turn of the event loop that handles anything takes longer. */
const idleTurnMs = 0.02;

/** The process's monotonic clock (`performance.now()`) with one event-loop timer for all that wait. */
export class RealClock implements Clock {
  readonly #heap = new TimerHeap();
  readonly #precise: boolean;
  readonly #wake = () => this.#onWake();
  #timeout: NodeJS.Timeout | null = null;
  #immediate: NodeJS.Immediate | null = null;
  #armedMs = Number.POSITIVE_INFINITY;
  #polledMs = 0;
  #lastPollMs = Number.NEGATIVE_INFINITY;

  constructor(options: RealClockOptions = { precise: false }) {
    this.#precise = options.precise;
  }

  nowMs(): number {
    return performance.now();
  }

  /** Timers that wait. */
  get waiting(): number {
    return this.#heap.size;
  }

  /** Milliseconds spent polling so far: to be taken off the generator's CPU time. */
  get polledMs(): number {
    return this.#polledMs;
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
    if (remainingMs <= 0 || (this.#precise && remainingMs < 2)) this.#immediate = setImmediate(this.#wake);
    else if (this.#precise) this.#timeout = setTimeout(this.#wake, Math.floor(remainingMs) - 1);
    else this.#timeout = setTimeout(this.#wake, Math.ceil(remainingMs));
  }

  #onWake(): void {
    const startMs = performance.now();
    const heap = this.#heap;
    if (this.#precise && heap.earliestMs > startMs) {
      this.#poll(startMs);
      return;
    }
    this.#timeout = null;
    this.#immediate = null;
    // Timers that are added for the past while these run wait for the next turn of the loop, so that I/O gets its share.
    this.#armedMs = Number.NEGATIVE_INFINITY;
    while (heap.earliestMs <= startMs) heap.takeEarliest()?.onTimer();
    this.#armedMs = Number.POSITIVE_INFINITY;
    this.#arm(performance.now());
  }

  /** Nothing is due yet: looks again in the next turn of the loop. A turn so short did nothing else than poll. */
  #poll(nowMs: number): void {
    const turnMs = nowMs - this.#lastPollMs;
    if (turnMs < idleTurnMs) this.#polledMs += turnMs;
    this.#lastPollMs = nowMs;
    this.#arm(nowMs);
  }
}
