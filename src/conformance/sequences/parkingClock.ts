import type { Clock, Timer } from '../../client/clock.ts';
import type { Watch } from '../../client/clockWatch.ts';
import { Respondent } from '../../respondent/walk/respondent.ts';

/** What a respondent of a sequence thinks: long enough to be told from nothing, and never waited for. */
export const parkedThinkMs = 0.001;
/** Longer waits are meant: a session that must time out, a limiter that must let go. */
const longestParkedMs = 1;

/**
 * A clock that stops respondents between their steps: who thinks is parked, and goes on when its turn has come. So the
 * steps of several respondents happen in one order, again and again.
 */
export class ParkingClock implements Clock {
  readonly #clock: Clock;
  readonly #onParked: (respondent: Respondent) => void;

  constructor(clock: Clock, onParked: (respondent: Respondent) => void) {
    this.#clock = clock;
    this.#onParked = onParked;
  }

  nowMs(): number {
    return this.#clock.nowMs();
  }

  get watch(): Watch {
    return this.#clock.watch;
  }

  at(instantMs: number, timer: Timer): void {
    const thinks = timer instanceof Respondent && instantMs - this.#clock.nowMs() < longestParkedMs;
    if (thinks) this.#onParked(timer);
    else this.#clock.at(instantMs, timer);
  }

  /** The clock is shared: its owner clears it. */
  clear(): void {}
}
