import type { RunResult } from '../../result/runResult.ts';
import { countText, thresholdValueText } from '../quantities.ts';
import type { StandsOut } from './finding.ts';

/** Thresholds that were missed, with the second from which on they were. */
export function missedMoments({ thresholds }: RunResult): StandsOut[] {
  return thresholds.flatMap((threshold) => {
    const { expression, passed, missedSinceSecond, windowSeconds } = threshold;
    if (passed || typeof missedSinceSecond !== 'number') return [];
    const value = thresholdValueText(threshold);
    const since = countText(missedSinceSecond);
    const when =
      windowSeconds === null
        ? `missed from second ${since} to the end, where it was ${value}`
        : `first missed in the ${windowSeconds} s up to second ${since}; at its worst it was ${value}`;
    return [
      {
        text: `“${expression}” was ${when}.`,
        moment: {
          fromSecond: Math.max(0, missedSinceSecond - Math.max(10, windowSeconds ?? 0)),
          toSecond: missedSinceSecond + 11,
        },
      },
    ];
  });
}
