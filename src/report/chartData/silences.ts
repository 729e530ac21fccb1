import type { TimelinePoint } from '../../result/timeline.ts';
import type { TimeData } from '../pageData.ts';

/** Seconds in which nothing came back although respondents were there. */
export interface Silence {
  readonly fromSecond: number;
  readonly toSecond: number;
}

/** As many requests must be missing before silence is no chance. */
const fewestMissing = 8;

/** Stretches without a single answer, where as many respondents as were there usually send several requests. */
export function silencesOf({ points, intervalSeconds }: Pick<TimeData, 'points' | 'intervalSeconds'>): Silence[] {
  const usual = requestsPerRespondent(points);
  const silences: Silence[] = [];
  let silent: TimelinePoint[] = [];
  const close = (): void => {
    const missing = silent.reduce((sum, { active }) => sum + active * usual, 0);
    const [first, last] = [silent[0], silent.at(-1)];
    if (missing >= fewestMissing && first !== undefined && last !== undefined)
      silences.push({ fromSecond: first.second, toSecond: last.second + intervalSeconds });
    silent = [];
  };
  for (const point of points) {
    if (point.active > 0 && point.requests === 0) silent.push(point);
    else close();
  }
  close();
  return silences;
}

/** The median of how many requests a respondent sends in the time of a point. */
function requestsPerRespondent(points: readonly TimelinePoint[]): number {
  const rates = points
    .filter(({ active, requests }) => active > 0 && requests > 0)
    .map(({ active, requests }) => requests / active)
    .sort((a, b) => a - b);
  return rates[Math.floor(rates.length / 2)] ?? 0;
}
