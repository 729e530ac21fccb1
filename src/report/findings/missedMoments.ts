import type { RunResult } from '../../result/runResult.ts';
import { countText, thresholdValueText } from '../quantities.ts';
import type { StandsOut } from './finding.ts';

/** Thresholds that were missed, with the second from which on they were. */
export function missedMoments({ thresholds }: RunResult): StandsOut[] {
  return thresholds.flatMap((threshold) => {
    const { expression, passed, missedSinceSecond, windowSeconds } = threshold;
    if (passed || typeof missedSinceSecond !== 'number') return [];
    const when =
      windowSeconds === null
        ? `from second ${countText(missedSinceSecond)} on, to the end`
        : `for the first time in the ${windowSeconds} s up to second ${countText(missedSinceSecond)}`;
    return [
      {
        text: `“${expression}” was missed ${when}: ${thresholdValueText(threshold)}.`,
        moment: {
          fromSecond: Math.max(0, missedSinceSecond - Math.max(10, windowSeconds ?? 0)),
          toSecond: missedSinceSecond + 11,
        },
      },
    ];
  });
}
