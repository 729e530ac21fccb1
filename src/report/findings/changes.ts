import type { RunResult } from '../../result/runResult.ts';
import type { TimelinePoint } from '../../result/timeline.ts';
import { countText, latencyText, rateText, shareText } from '../quantities.ts';
import { medianOf, type StandsOut, whileArriving } from './finding.ts';

/** Fewer errors than these begin nowhere. */
const leastErrors = 5;
/** Errors before the beginning, as a share of all. */
const strayShare = 0.02;
/** Seconds without trouble that a beginning needs before it. */
const leastQuiet = 5;

/** The moment, and the load, at which errors began, where there were hardly any before. */
export function errorBeginnings({ timeline: { points } }: RunResult): StandsOut[] {
  const all = errorsIn(points);
  if (all < leastErrors) return [];
  let before = 0;
  const at = points.findIndex(({ errors }) => {
    before += errors;
    return before > all * strayShare;
  });
  const first = points[at];
  if (first === undefined || at < leastQuiet) return [];
  const after = points.slice(at);
  const requests = after.reduce((sum, point) => sum + point.requests, 0);
  const most = Math.max(...points.slice(0, at).map(({ active }) => active));
  const load =
    first.active > most
      ? `with ${countText(first.active)} respondents active, more than ever before`
      : `with ${countText(first.active)} respondents active and ${rateText(first.requests)} requests a second`;
  return [
    {
      text: `Errors begin at second ${countText(first.second)}, ${load}: from there on ${shareText(errorsIn(after) / Math.max(1, requests))} of the requests fail.`,
      moment: { fromSecond: Math.max(0, first.second - 10), toSecond: first.second + 11 },
    },
  ];
}

function errorsIn(points: readonly TimelinePoint[]): number {
  return points.reduce((sum, { errors }) => sum + errors, 0);
}

/** A step is looked for between at least so many seconds on either side. */
const leastSeconds = 8;
/** How many times as slow, or as fast, a step must be. */
const leastRatio = 1.5;
/** So many of the seconds must lie on their side of the middle between both levels. */
const leastShare = 0.9;

/** The moment at which the median latency moved from one level to another, and stayed there. */
export function latencySteps({ timeline }: RunResult): StandsOut[] {
  const points = whileArriving(timeline.points).filter(({ p50 }) => p50 > 0);
  const at = largestStep(points.map(({ p50 }) => Math.log(p50)));
  const point = at === null ? undefined : points[at];
  if (at === null || point === undefined) return [];
  const before = medianOf(points.slice(0, at).map(({ p50 }) => p50));
  const after = medianOf(points.slice(at).map(({ p50 }) => p50));
  const ratio = Math.max(before / after, after / before);
  if (ratio < leastRatio || !isClear(points, at, Math.sqrt(before * after), after > before)) return [];
  return [
    {
      text: `Latency stepped ${after > before ? 'up' : 'down'} at second ${countText(point.second)}: the median was ${latencyText(before)} before and ${latencyText(after)} after.`,
      moment: { fromSecond: Math.max(0, point.second - 10), toSecond: point.second + 11 },
    },
  ];
}

/** Where splitting the values in two leaves the least unexplained; `null` of too few. */
function largestStep(values: readonly number[]): number | null {
  let best: { at: number; gain: number } | null = null;
  const total = values.reduce((sum, value) => sum + value, 0);
  let left = 0;
  for (let at = 1; at <= values.length - leastSeconds; at++) {
    left += values[at - 1] ?? 0;
    if (at < leastSeconds) continue;
    const difference = left / at - (total - left) / (values.length - at);
    const gain = difference ** 2 * at * (values.length - at);
    if (best === null || gain > best.gain) best = { at, gain };
  }
  return best?.at ?? null;
}

function isClear(points: readonly TimelinePoint[], at: number, middle: number, isUp: boolean): boolean {
  const onSide = points.filter(({ p50 }, i) => i < at === (isUp ? p50 < middle : p50 > middle)).length;
  return onSide >= leastShare * points.length;
}
