import type { Threshold } from '../../profile/profile.ts';
import type { ThresholdResult } from '../../result/runResult.ts';
import type { SecondDelta } from '../../result/tally/delta.ts';
import { type Expression, parseExpression } from './expression.ts';
import type { Measured } from './requestMetrics.ts';
import { SlidingWindow } from './slidingWindow.ts';

interface Judged {
  readonly threshold: Threshold;
  readonly expression: Expression;
  /** Of windows: the worst value so far. */
  worst: number | null;
  missed: boolean;
  abortedAtSecond: number | null;
  /** Since when it is missed; of windows since the first that missed it. */
  missedSinceSecond: number | null;
}

/** Judges the thresholds of a profile: windows and aborts second by second, the rest at the end. */
export class ThresholdJudge {
  readonly #judged: readonly Judged[];
  /** By their length in seconds. */
  readonly #windows = new Map<number, SlidingWindow>();

  /** @throws ToolError EXPRESSION when an expression is not understood */
  constructor(thresholds: readonly Threshold[]) {
    this.#judged = thresholds.map((threshold) => ({
      threshold,
      expression: parseExpression(threshold.expression),
      worst: null,
      missed: false,
      abortedAtSecond: null,
      missedSinceSecond: null,
    }));
    for (const { windowSeconds } of thresholds)
      if (windowSeconds !== null) this.#windows.set(windowSeconds, new SlidingWindow(windowSeconds));
  }

  /**
   * Judges windows up to this second, and what may abort the run.
   *
   * @param soFar the whole run up to and with this second
   * @returns the expression that aborts the run now, or `null`
   */
  onSecond(delta: SecondDelta, soFar: Measured): string | null {
    for (const window of this.#windows.values()) window.add(delta);
    if (!delta.measured) return null;
    let abort: string | null = null;
    for (const judged of this.#judged) {
      const { threshold, expression } = judged;
      const measured = this.#measured(threshold, soFar);
      const value = measured === null ? null : expression.value(measured);
      if (value === null) continue;
      if (threshold.windowSeconds !== null) judged.worst = worst(expression, judged.worst, value);
      if (expression.holds(value)) {
        if (!judged.missed) judged.missedSinceSecond = null;
        continue;
      }
      judged.missedSinceSecond ??= delta.second;
      if (threshold.windowSeconds !== null) judged.missed = true;
      if (!threshold.abort || judged.abortedAtSecond !== null) continue;
      judged.missed = true;
      judged.worst = worst(expression, judged.worst, value);
      judged.abortedAtSecond = delta.second;
      abort ??= threshold.expression;
    }
    return abort;
  }

  #measured(threshold: Threshold, soFar: Measured): Measured | null {
    if (threshold.windowSeconds === null) return soFar;
    const tally = this.#windows.get(threshold.windowSeconds)?.sums ?? null;
    return tally === null ? null : { ...soFar, tally };
  }

  /**
   * How each threshold stands over `measured`, the run as a whole. What could not be measured has value `null` and has
   * not passed: nothing proves it. A window longer than the run is judged over the whole of it.
   */
  results(measured: Measured): ThresholdResult[] {
    return this.#judged.map((judged) => {
      const { threshold, expression } = judged;
      const value = judged.worst ?? expression.value(measured);
      return {
        expression: threshold.expression,
        value,
        limit: expression.limit,
        passed: !judged.missed && value !== null && expression.holds(value),
        windowSeconds: threshold.windowSeconds,
        dimension: expression.dimension,
        bound: expression.bound,
        ...(judged.missedSinceSecond === null ? {} : { missedSinceSecond: judged.missedSinceSecond }),
        ...(judged.abortedAtSecond === null ? {} : { abortedAtSecond: judged.abortedAtSecond }),
      };
    });
  }
}

function worst(expression: Expression, known: number | null, value: number): number {
  return known === null ? value : expression.worse(known, value);
}
