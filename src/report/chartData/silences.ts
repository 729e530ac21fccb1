import type { TimelinePoint } from '../../result/timeline.ts';
import { whileArriving } from '../findings/seconds.ts';
import type { TimeData } from '../pageData.ts';

/** Seconds in which nothing came back although respondents were there. */
export interface Silence {
  readonly fromSecond: number;
  readonly toSecond: number;
}

/** As many requests must be missing before silence is no chance. */
const fewestMissing = 8;

/** Of the requests that respondents usually send, fewer than this share is silence. */
const silentShare = 0.05;

/** A request that waited for this share of a stretch shows that the service was asked. */
const waitedShare = 0.5;

/**
 * Stretches with next to no answer while respondents arrive, where as many as were there usually send several requests,
 * and where requests waited: respondents who think are no silence of the service.
 */
export function silencesOf({ points, intervalSeconds }: Pick<TimeData, 'points' | 'intervalSeconds'>): Silence[] {
  const usual = requestsPerRespondent(points);
  const silences: Silence[] = [];
  let silent: TimelinePoint[] = [];
  const close = (): void => {
    const missing = silent.reduce((sum, { active }) => sum + active * usual, 0);
    const [first, last] = [silent[0], silent.at(-1)];
    if (missing >= fewestMissing && first !== undefined && last !== undefined) {
      const silence = { fromSecond: first.second, toSecond: last.second + intervalSeconds };
      if (someWaited(points, silence)) silences.push(silence);
    }
    silent = [];
  };
  for (const point of whileArriving(points)) {
    if (point.active > 0 && point.requests <= silentShare * usual * point.active) silent.push(point);
    else close();
  }
  close();
  return silences;
}

/** Whether a request waited through the stretch, by what ended in it or right after it; to the end of the run nobody knows. */
function someWaited(points: readonly TimelinePoint[], { fromSecond, toSecond }: Silence): boolean {
  const ended = points.filter(({ second }) => second >= fromSecond && second <= toSecond);
  const isLast = !points.some(({ second, requests }) => second >= toSecond && requests > 0);
  const leastUs = waitedShare * (toSecond - fromSecond) * 1e6;
  return isLast || ended.some(({ max, errors }) => errors > 0 || max >= leastUs);
}

/** The median of how many requests a respondent sends in the time of a point. */
function requestsPerRespondent(points: readonly TimelinePoint[]): number {
  const rates = points
    .filter(({ active, requests }) => active > 0 && requests > 0)
    .map(({ active, requests }) => requests / active)
    .sort((a, b) => a - b);
  return rates[Math.floor(rates.length / 2)] ?? 0;
}
