import type { RunResult } from '../../result/runResult.ts';
import type { TimelinePoint } from '../../result/timeline.ts';
import { countText, rateText, shareText } from '../quantities.ts';
import type { StandsOut } from './finding.ts';

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
