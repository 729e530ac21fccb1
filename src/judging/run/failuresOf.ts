import type { ReasonOf } from '../../result/reason.ts';
import { addCounts } from '../../result/tally/counts.ts';

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
