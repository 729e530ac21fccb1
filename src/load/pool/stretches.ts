import type { RunResult, Stretch } from '../../result/runResult.ts';

/** A run with the second of the common time axis at which it begins. */
export interface Placed {
  readonly result: RunResult;
  readonly fromSecond: number;
}

/**
 * Runs in the order in which they began, those that went on at the same time together. The time axis has no gaps: what
 * was before the first, and between one and the next, is left out of it.
 */
export function placed(results: readonly RunResult[]): Placed[][] {
  const inOrder = results.toSorted((a, b) => startOf(a) - startOf(b));
  const groups: RunResult[][] = [];
  let endMs = Number.NEGATIVE_INFINITY;
  for (const result of inOrder) {
    const last = groups.at(-1);
    if (last !== undefined && startOf(result) < endMs) last.push(result);
    else groups.push([result]);
    endMs = Math.max(endMs, Date.parse(result.run.endedAt));
  }
  let begin = 0;
  return groups.map((group) => {
    const [first] = group;
    const firstMs = first === undefined ? 0 : startOf(first);
    const here = group.map((result) => ({
      result,
      fromSecond: begin + Math.round((startOf(result) - firstMs) / 1000),
    }));
    begin = Math.max(begin, ...here.map(({ result, fromSecond }) => fromSecond + secondsOf(result)));
    return here;
  });
}

/** The stretches of placed runs, those of runs that are pooled themselves included. */
export function stretchesOf(all: readonly Placed[]): Stretch[] {
  return all.flatMap(({ result, fromSecond }) => {
    const { id, seed, startedAt, stretches } = result.run;
    return (
      stretches?.map((each) => ({ ...each, fromSecond: each.fromSecond + fromSecond })) ?? [
        { id, seed, startedAt, fromSecond, seconds: secondsOf(result) },
      ]
    );
  });
}

/** Whole seconds that a run takes on a time axis. */
function secondsOf({ run, timeline: { points, intervalSeconds } }: RunResult): number {
  const last = points.at(-1);
  return Math.max(Math.ceil(run.durationSeconds), last === undefined ? 0 : last.second + intervalSeconds);
}

function startOf({ run }: RunResult): number {
  return Date.parse(run.startedAt);
}
