import type { TimelinePoint } from '../../result/timeline.ts';

/** Something that stands out in a run, in a sentence, with the moment that it is about. */
export interface StandsOut {
  readonly text: string;
  /** Seconds since the start of the run, the end excluded; `null` for what is of the whole run. */
  readonly moment: { readonly fromSecond: number; readonly toSecond: number } | null;
}

/** The points up to the last arrival: after it the run drains, and falls silent by itself. */
export function whileArriving(points: readonly TimelinePoint[]): readonly TimelinePoint[] {
  const last = points.findLastIndex(({ arrivals }) => arrivals > 0);
  return points.slice(0, last + 1);
}

/** The middle value; 0 of none. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
