import type { ReasonOf } from '../../result/reason.ts';
import { addCounts, countIn } from '../../result/tally/counts.ts';
import type { Tally } from '../../result/tally/tally.ts';
import type { Timeline, TimelinePoint } from '../../result/timeline.ts';

/** As many requests without any answer at the end of a run are no chance. */
const telling = 10;

/**
 * That the target went in the course of a run and did not come back: from some second on to the end nothing was answered,
 * many times. Requests that canvass ended itself are none of them.
 *
 * @returns `null` where it was there to the end, or never
 */
export function goneTarget(tally: Tally, { points }: Timeline): ReasonOf<'stopped-answering'> | null {
  const lastAnswered = points.findLastIndex((point) => point.requests > unansweredIn(point));
  if (lastAnswered === -1) return null;
  const silent = points.slice(lastAnswered + 1);
  const after = silent.reduce((sum, point) => sum + unansweredIn(point), 0);
  const failures = [...tally.endpoints.values()].map((each) => each.failures);
  const requests = after - failures.reduce((sum, each) => sum + countIn(each, 'cancelled'), 0);
  const usual = failuresOf(failures).find(({ failure }) => failure !== 'cancelled');
  return requests < telling || usual === undefined
    ? null
    : { code: 'stopped-answering', requests, failure: usual.failure, fromSecond: silent[0]?.second ?? 0 };
}

function unansweredIn({ endpoints }: TimelinePoint): number {
  return Object.values(endpoints).reduce(
    (sum, { outcomes = {} }) => sum + countIn(outcomes, 'connection') + countIn(outcomes, 'timeout'),
    0,
  );
}

/** How requests failed, the most frequent first. */
export function failuresOf(
  counts: readonly Readonly<Record<string, number>>[],
): ReasonOf<'never-answered'>['failures'] {
  const all: Record<string, number> = {};
  for (const each of counts) addCounts(all, each);
  return Object.entries(all)
    .map(([failure, count]) => ({ failure, count }))
    .sort((a, b) => b.count - a.count);
}
