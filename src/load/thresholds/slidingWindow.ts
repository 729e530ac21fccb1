import Type from 'typebox';
import { coverageLaw, endpointLaw, SecondDelta, type ViolationDelta } from '../../result/tally/delta.ts';
import { byName, members, total, totals } from '../../result/tally/laws.ts';
import type { Tolerance } from '../../result/tally/violationTally.ts';
import type { Violation } from '../../result/verdict.ts';
import type { Totals } from './requestMetrics.ts';

/** What adds up in a window: a second can be taken off again. */
const windowLaw = members(
  Type.Pick(SecondDelta, ['seconds', 'arrivals', 'dropped', 'ends', 'byStatus', 'endpoints', 'coverage']),
  {
    seconds: total,
    arrivals: total,
    dropped: total,
    ends: totals,
    byStatus: totals,
    endpoints: byName(endpointLaw),
    coverage: coverageLaw,
  },
);

/**
 * The last measured seconds of a run and their sums. A second is added when it comes and taken off when it leaves, so
 * that a window costs the same each second, however long it is.
 */
export class SlidingWindow {
  readonly #length: number;
  readonly #sums = windowLaw.empty();
  readonly #violations = new WindowViolations();
  /** The seconds of the window; from its first full turn on, the oldest is at `#oldest`. */
  readonly #deltas: SecondDelta[] = [];
  #oldest = 0;
  /** Seconds that none after them has surpassed yet, so with falling numbers: the first is the peak. */
  readonly #peaks: SecondDelta[] = [];
  #active = 0;

  /** @param seconds rounded up to whole ones */
  constructor(seconds: number) {
    this.#length = Math.max(1, Math.ceil(seconds));
  }

  /** Adds the newest second; those of the warm-up are left out. */
  add(delta: SecondDelta): void {
    if (!delta.measured) return;
    this.#count(delta, 1);
    this.#active = delta.active;
    while ((this.#peaks.at(-1)?.active ?? Number.POSITIVE_INFINITY) <= delta.active) this.#peaks.pop();
    this.#peaks.push(delta);
    const leaving = this.#deltas[this.#oldest];
    if (this.#deltas.length < this.#length) this.#deltas.push(delta);
    else if (leaving !== undefined) {
      this.#count(leaving, -1);
      if (this.#peaks[0] === leaving) this.#peaks.shift();
      this.#deltas[this.#oldest] = delta;
      this.#oldest = (this.#oldest + 1) % this.#length;
    }
  }

  #count(delta: SecondDelta, times: 1 | -1): void {
    windowLaw.add(this.#sums, delta, times);
    for (const violation of delta.violations) this.#violations.add(violation, times);
  }

  /** The sums of the window, or `null` before so many seconds were measured. They change with the next second. */
  get sums(): Totals | null {
    if (this.#deltas.length < this.#length) return null;
    return {
      ...this.#sums,
      measuredSeconds: this.#sums.seconds,
      active: this.#active,
      peakActive: this.#peaks[0]?.active ?? 0,
      violations: this.#violations,
    };
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
