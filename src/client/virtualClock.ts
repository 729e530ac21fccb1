import type { Clock, Timer } from './clock.ts';
import { TimerHeap } from './timerHeap.ts';

/** Turns of the event loop in which nothing was under way: promises that were kept meanwhile have been heard of. */
const idleTurns = 2;

/**
 * A clock that nobody waits for: it stands still while anything is under way, and jumps to the next timer as soon as
 * nothing is. Pauses, think times and delays of any length cost nothing.
 */
export class VirtualClock implements Clock {
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
