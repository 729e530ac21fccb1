import type { TimelinePoint } from '../../result/timeline.ts';

/** The points up to the last arrival: after it the run drains, and falls silent by itself. */
export function whileArriving(points: readonly TimelinePoint[]): readonly TimelinePoint[] {
  const last = points.findLastIndex(({ arrivals }) => arrivals > 0);
  return points.slice(0, last + 1);
}

/** The middle value; 0 of none. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
