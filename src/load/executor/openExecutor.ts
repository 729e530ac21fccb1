import type { Timer } from '../../client/timerHeap.ts';
import type { Arrivals } from '../schedule/arrivals.ts';
import type { LevelCurve } from '../schedule/levelCurve.ts';
import type { Executor, ExecutorContext } from './executor.ts';

/**
 * The open model: respondents arrive when the schedule says, however slow the service is. One that finds no room is
 * dropped and counted, never delayed.
 */
export class OpenExecutor implements Executor, Timer {
  readonly #context: ExecutorContext;
  readonly #schedule: Arrivals;
  #curve: LevelCurve;
  #armedMs = Number.POSITIVE_INFINITY;
  #stopped = false;
  arrivals = 0;
  dropped = 0;

  constructor(context: ExecutorContext, schedule: Arrivals, curve: LevelCurve) {
    this.#context = context;
    this.#schedule = schedule;
    this.#curve = curve;
  }

  get endMs(): number {
    return this.#context.startMs + this.#curve.endMs;
  }

  run(): void {
    this.#arm();
  }

  onWalkEnd(): void {}

  stop(): void {
    this.#stopped = true;
  }

  /** Arrivals a second from an instant on, ms since the start of the plan; what was due before it stays as it was. */
  setRate(arrivalsPerSecond: number, fromMs: number): void {
    this.#curve = this.#curve.heldFrom(fromMs, arrivalsPerSecond);
    this.#schedule.follow(this.#curve);
    this.#arm();
  }

  onTimer(): void {
    const { clock, crowd, startMs, maxRespondents, lateness } = this.#context;
    this.#armedMs = Number.POSITIVE_INFINITY;
    const nowMs = clock.nowMs();
    while (!this.#stopped && startMs + this.#schedule.nextMs <= nowMs) {
      const intendedMs = startMs + this.#schedule.nextMs;
      const index = this.#schedule.nextIndex;
      this.#schedule.take();
      this.arrivals++;
      if (crowd.active >= maxRespondents) this.dropped++;
      else {
        lateness.record((clock.nowMs() - intendedMs) * 1000);
        crowd.start(index, intendedMs);
      }
    }
    this.#arm();
  }

  /** Waits for the next arrival. A timer that was set for a later instant stays set: it then finds nothing to do. */
  #arm(): void {
    const instantMs = this.#context.startMs + this.#schedule.nextMs;
    if (this.#stopped || instantMs === Number.POSITIVE_INFINITY || instantMs >= this.#armedMs) return;
    this.#armedMs = instantMs;
    this.#context.clock.at(instantMs, this);
  }
}
