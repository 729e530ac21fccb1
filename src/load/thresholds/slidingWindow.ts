import { addCounts, type Counts } from '../../result/tally/counts.ts';
import type { SecondDelta, ViolationDelta } from '../../result/tally/delta.ts';
import { EndpointTally } from '../../result/tally/endpointTally.ts';
import type { Totals } from './requestMetrics.ts';

/**
 * The last measured seconds of a run and their sums. A second is added when it comes and taken off when it leaves, so
 * that a window costs the same each second, however long it is.
 */
export class SlidingWindow {
  readonly #length: number;
  readonly #sums = new WindowSums();
  /** The seconds of the window; from its first full turn on, the oldest is at `#oldest`. */
  readonly #deltas: SecondDelta[] = [];
  #oldest = 0;

  /** @param seconds rounded up to whole ones */
  constructor(seconds: number) {
    this.#length = Math.max(1, Math.ceil(seconds));
  }

  /** Adds the newest second; those of the warm-up are left out. */
  add(delta: SecondDelta): void {
    if (!delta.measured) return;
    this.#sums.add(delta);
    const leaving = this.#deltas[this.#oldest];
    if (this.#deltas.length < this.#length) this.#deltas.push(delta);
    else if (leaving !== undefined) {
      this.#sums.subtract(leaving);
      this.#deltas[this.#oldest] = delta;
      this.#oldest = (this.#oldest + 1) % this.#length;
    }
  }

  /** The sums of the window, or `null` before so many seconds were measured. They change with the next second. */
  get sums(): Totals | null {
    return this.#deltas.length < this.#length ? null : this.#sums;
  }
}

/** Sums that a second can be taken off again. */
class WindowSums implements Totals {
  seconds = 0;
  arrivals = 0;
  dropped = 0;
  active = 0;
  readonly ends: Counts = {};
  readonly byStatus: Counts = {};
  readonly endpoints = new Map<string, EndpointTally>();
  readonly coverage = { checked: {} as Counts, failed: {} as Counts };
  readonly violations = new WindowViolations();
  /** Seconds that none after them has surpassed yet, so with falling numbers: the first is the peak. */
  readonly #peaks: SecondDelta[] = [];

  get measuredSeconds(): number {
    return this.seconds;
  }

  get peakActive(): number {
    return this.#peaks[0]?.active ?? 0;
  }

  add(delta: SecondDelta): void {
    this.seconds += delta.seconds;
    this.arrivals += delta.arrivals;
    this.dropped += delta.dropped;
    this.active = delta.active;
    while ((this.#peaks.at(-1)?.active ?? Number.POSITIVE_INFINITY) <= delta.active) this.#peaks.pop();
    this.#peaks.push(delta);
    addCounts(this.ends, delta.ends);
    addCounts(this.byStatus, delta.byStatus);
    addCounts(this.coverage.checked, delta.coverage.checked);
    addCounts(this.coverage.failed, delta.coverage.failed);
    for (const violation of delta.violations) this.violations.add(violation, 1);
    for (const [name, counted] of Object.entries(delta.endpoints)) {
      const endpoint = this.endpoints.get(name) ?? new EndpointTally();
      this.endpoints.set(name, endpoint);
      endpoint.add(counted);
    }
  }

  /** Takes off the oldest second that was added. */
  subtract(delta: SecondDelta): void {
    this.seconds -= delta.seconds;
    this.arrivals -= delta.arrivals;
    this.dropped -= delta.dropped;
    if (this.#peaks[0] === delta) this.#peaks.shift();
    addCounts(this.ends, delta.ends, -1);
    addCounts(this.byStatus, delta.byStatus, -1);
    addCounts(this.coverage.checked, delta.coverage.checked, -1);
    addCounts(this.coverage.failed, delta.coverage.failed, -1);
    for (const violation of delta.violations) this.violations.add(violation, -1);
    for (const [name, counted] of Object.entries(delta.endpoints)) this.endpoints.get(name)?.subtract(counted);
  }
}

/** Gating violations of a window: how often, and how many that were new in it. */
class WindowViolations {
  events = 0;
  /** How often each was reported as new: once by each generator. */
  readonly #firsts = new Map<string, number>();

  get distinct(): number {
    return this.#firsts.size;
  }

  add(delta: ViolationDelta, sign: 1 | -1): void {
    if (!delta.gating) return;
    this.events += sign * delta.count;
    if (delta.first === null) return;
    const firsts = (this.#firsts.get(delta.key) ?? 0) + sign;
    if (firsts === 0) this.#firsts.delete(delta.key);
    else this.#firsts.set(delta.key, firsts);
  }
}
