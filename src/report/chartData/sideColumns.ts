import { type DuetSide, type PairSecond, pairBucketsPerOctave } from '../../result/duetResult.ts';
import type { SideColumns } from '../pageData.ts';

/** A point joins as many seconds as this needs. */
const mostPoints = 600;

/** p95 of each side by second, over all endpoints; empty of no pairs. */
export function sideColumns(pairs: readonly PairSecond[]): SideColumns {
  const all = pairs.map(({ second }) => second);
  if (all.length === 0) return { seconds: [], base: [], candidate: [] };
  const first = Math.min(...all);
  const width = Math.max(1, Math.ceil((Math.max(...all) - first + 1) / mostPoints));
  const points = Map.groupBy(pairs, ({ second }) => first + Math.floor((second - first) / width) * width);
  const seconds = [...points.keys()].sort((a, b) => a - b);
  const column = (side: DuetSide) => seconds.map((second) => p95(points.get(second) ?? [], side));
  return { seconds, base: column('base'), candidate: column('candidate') };
}

/** In µs, the middle of its bucket; null of none. */
function p95(pairs: readonly PairSecond[], side: DuetSide): number | null {
  const counts = new Map<number, number>();
  let total = 0;
  for (const { endpoints } of pairs)
    for (const sides of Object.values(endpoints)) {
      const sparse = sides[side];
      for (let i = 0; i + 1 < sparse.length; i += 2) {
        const [bucket = 0, count = 0] = [sparse[i], sparse[i + 1]];
        counts.set(bucket, (counts.get(bucket) ?? 0) + count);
        total += count;
      }
    }
  let rest = total * 0.95;
  for (const [bucket, count] of [...counts].sort((a, b) => a[0] - b[0])) {
    rest -= count;
    if (rest <= 0) return 2 ** ((bucket + 0.5) / pairBucketsPerOctave);
  }
  return null;
}
