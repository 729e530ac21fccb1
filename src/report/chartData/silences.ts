import type { TimeData } from '../pageData.ts';

/** Seconds in which nothing came back although respondents were there. */
export interface Silence {
  readonly fromSecond: number;
  readonly toSecond: number;
}

/** As many requests must be missing before silence is no chance. */
const fewestMissing = 8;

/** Stretches without a single answer while respondents were at it, where as many as usual would have been several. */
export function silencesOf({ points, intervalSeconds }: Pick<TimeData, 'points' | 'intervalSeconds'>): Silence[] {
  const busy = points.filter(({ active, requests }) => active > 0 && requests > 0).map(({ requests }) => requests);
  const usual = busy.sort((a, b) => a - b)[Math.floor(busy.length / 2)] ?? 0;
  const silences: Silence[] = [];
  let from: number | null = null;
  points.forEach(({ second, active, requests }, i) => {
    const silent = active > 0 && requests === 0;
    if (silent) from ??= second;
    if (from === null || (silent && i + 1 < points.length)) return;
    const to = silent ? second + intervalSeconds : second;
    if (((to - from) / intervalSeconds) * usual >= fewestMissing) silences.push({ fromSecond: from, toSecond: to });
    from = null;
  });
  return silences;
}
