import { addCounts, type Counts } from '../../result/tally/counts.ts';
import type { SecondDelta, ViolationDelta } from '../../result/tally/delta.ts';
import { EndpointTally } from '../../result/tally/endpointTally.ts';
import type { Tolerance } from '../../result/tally/violationTally.ts';
import type { Violation } from '../../result/verdict.ts';
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

/** What a window has of a violation. */
interface InWindow {
  /** As it was first seen, in the window or before. */
  violation: Violation | null;
  count: number;
  /** How often it was reported as new: once by each generator. */
  firsts: number;
}

/** Gating violations of a window: how often, and how many that were new in it. */
class WindowViolations {
  readonly #byKey = new Map<string, InWindow>();

  events(isTolerated: Tolerance): number {
    return this.#counted(isTolerated).reduce((sum, { count }) => sum + count, 0);
  }

  distinct(isTolerated: Tolerance): number {
    return this.#counted(isTolerated).filter(({ firsts }) => firsts > 0).length;
  }

  #counted(isTolerated: Tolerance): InWindow[] {
    return [...this.#byKey.values()].filter(({ violation }) => violation === null || !isTolerated(violation));
  }

  add({ key, gating, count, first }: ViolationDelta, sign: 1 | -1): void {
    if (!gating) return;
    const known = this.#byKey.get(key) ?? { violation: null, count: 0, firsts: 0 };
    this.#byKey.set(key, known);
    known.violation ??= first;
    known.count += sign * count;
    if (first !== null) known.firsts += sign;
  }
}
