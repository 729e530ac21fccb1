import type { Absence } from '../result/absence.ts';
import type { Watch } from './clockWatch.ts';

/** When the thread of a run was stopped, or its clocks jumped, told once. */
export class AbsenceLog {
  readonly #watch: Watch;
  readonly #startMs: number;
  #noticed: number;

  /** @param startMs when the run begins, by the monotonic clock: what was over before is none of it */
  constructor(watch: Watch, startMs: number) {
    this.#watch = watch;
    this.#startMs = startMs;
    this.#noticed = watch.absences;
  }

  /** What was noticed since the last call. That the thread was busy is left to its health. */
  take(): Absence[] {
    const noticed = this.#watch.absencesAfter(this.#noticed);
    this.#noticed = this.#watch.absences;
    return noticed.flatMap(({ what, beganMs, endedMs, lengthMs }) => {
      if (what === 'busy' || endedMs < this.#startMs) return [];
      return [{ what, atSecond: Math.max(0, beganMs - this.#startMs) / 1000, seconds: lengthMs / 1000 }];
    });
  }
}
