import type { Clock, Timer } from '../../src/client/clock.ts';
import { TimerHeap } from '../../src/client/clock.ts';
import { neverAway } from '../../src/client/clockWatch.ts';

/** A clock that stands still until it is told to go on; timers fire in order, each at its instant. */
export class SimulatedClock implements Clock {
  readonly watch = neverAway;
  #nowMs: number;
  readonly #heap = new TimerHeap();

  constructor(nowMs = 0) {
    this.#nowMs = nowMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  at(instantMs: number, timer: Timer): void {
    this.#heap.add(instantMs, timer);
  }

  clear(): void {
    this.#heap.clear();
  }

  /** Goes on to `instantMs`, firing what is due on the way. */
  runTo(instantMs: number): void {
    while (this.#heap.earliestMs <= instantMs) {
      this.#nowMs = Math.max(this.#nowMs, this.#heap.earliestMs);
      this.#heap.takeEarliest()?.onTimer();
    }
    this.#nowMs = Math.max(this.#nowMs, instantMs);
  }

  /** Stands still for everyone while `durationMs` pass: what a stopped process sees. */
  stall(durationMs: number): void {
    this.#nowMs += durationMs;
  }
}
