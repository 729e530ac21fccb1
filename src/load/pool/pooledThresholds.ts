import type { ThresholdResult } from '../../result/runResult.ts';
import { parseExpression } from '../thresholds/expression.ts';
import type { Measured } from '../thresholds/requestMetrics.ts';
import type { Placed } from './stretches.ts';

type PartResult = ThresholdResult & { readonly fromSecond: number };

/**
 * The thresholds of pooled runs, each by its own definition: of a whole run over all of them together; in windows, and
 * where one ended a run, over each stretch, as a window lies in one.
 *
 * @param areAtOnce whether any ran at the same time
 * @throws ToolError EXPRESSION for one that this version does not understand
 */
export function pooledThresholds(all: readonly Placed[], areAtOnce: boolean, measured: Measured): ThresholdResult[] {
  const parts: PartResult[] = all.flatMap(({ result, fromSecond }) =>
    result.thresholds.map((threshold) => ({ ...threshold, fromSecond })),
  );
  const byName = Map.groupBy(parts, ({ expression, windowSeconds }) => `${expression} ${windowSeconds}`);
  return [...byName.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { expression, windowSeconds, limit } = first;
    const parsed = parseExpression(expression);
    const { bound, dimension } = parsed;
    const about = { expression, limit, windowSeconds, dimension, bound };
    const aborted = momentOf(same, 'abortedAtSecond');
    if (windowSeconds === null && aborted === null) {
      const value = parsed.value(measured);
      return [{ ...about, value, passed: value !== null && parsed.holds(value) }];
    }
    const areMet = same.every(({ passed }) => passed);
    // Seconds of several runs at once are not summed in results: only where none missed a share or a percentile, their sum does not.
    const isTold = !areAtOnce || aborted !== null || (areMet && (dimension === 'time' || dimension === 'share'));
    if (!isTold) return [{ ...about, value: null, passed: false }];
    const values = same.flatMap(({ value }) => value ?? []);
    const since = momentOf(same, 'missedSinceSecond');
    return [
      {
        ...about,
        value: values.length === 0 ? null : values.reduce(parsed.worse),
        passed: areMet,
        ...(since === null ? {} : { missedSinceSecond: since }),
        ...(aborted === null ? {} : { abortedAtSecond: aborted }),
      },
    ];
  });
}

/** The first moment of all, on the common time axis; `null` where no run has one. */
function momentOf(parts: readonly PartResult[], which: 'missedSinceSecond' | 'abortedAtSecond'): number | null {
  const seconds = parts.flatMap((part) => {
    const second = part[which];
    return typeof second === 'number' ? [second + part.fromSecond] : [];
  });
  return seconds.length === 0 ? null : Math.min(...seconds);
}
