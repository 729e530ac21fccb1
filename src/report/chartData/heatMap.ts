import { type TimelinePoint, timelineBucketFloorUs } from '../../result/timeline.ts';
import type { HeatMap } from '../pageData.ts';
import { joinPoints } from './timeColumns.ts';

const mostColumns = 480;
/** Fewer rows than this look like bricks: rows are then made of fewer timeline buckets. */
const fewestRows = 16;

/** Requests by time and latency over all endpoints, in at most 480 columns; null when nothing was measured. */
export function heatMap(points: readonly TimelinePoint[]): HeatMap | null {
  const groups = joinPoints(points, mostColumns);
  const columns = groups.map((group) => bucketCounts(group.points));
  const found = columns.flatMap((counts) => [...counts.keys()]);
  if (found.length === 0) return null;
  const lowest = found.reduce((a, b) => Math.min(a, b));
  const highest = found.reduce((a, b) => Math.max(a, b));
  const perRow = [4, 2].find((buckets) => (highest - lowest) / buckets >= fewestRows) ?? 1;
  const rowOf = (bucket: number): number => Math.floor(bucket / perRow) - Math.floor(lowest / perRow);
  const firstRow = Math.floor(lowest / perRow);
  return {
    secondsPerColumn: groups[0]?.seconds ?? 1,
    columns: groups.length,
    edgesUs: Array.from({ length: rowOf(highest) + 2 }, (_, i) =>
      Math.round(timelineBucketFloorUs((firstRow + i) * perRow)),
    ),
    cells: columns.flatMap((counts, column) => cellsOf(counts, column, rowOf)),
  };
}

function bucketCounts(points: readonly TimelinePoint[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const point of points)
    for (const { buckets } of Object.values(point.endpoints))
      for (let i = 0; i + 1 < buckets.length; i += 2) {
        const bucket = buckets[i] ?? 0;
        counts.set(bucket, (counts.get(bucket) ?? 0) + (buckets[i + 1] ?? 0));
      }
  return counts;
}

function cellsOf(counts: ReadonlyMap<number, number>, column: number, rowOf: (bucket: number) => number): number[] {
  const rows = new Map<number, number>();
  for (const [bucket, count] of counts) rows.set(rowOf(bucket), (rows.get(rowOf(bucket)) ?? 0) + count);
  return [...rows].flatMap(([row, count]) => [column, row, count]);
}
