import { type TimelinePoint, timelineBucketFloorUs } from '../../result/timeline.ts';
import type { HeatMap } from '../pageData.ts';
import { joinPoints } from './timeColumns.ts';

const mostColumns = 480;
/** Timeline buckets joined into a row: a row is a quarter of an octave, 19 % wide. */
const bucketsPerRow = 4;

/** Requests by time and latency over all endpoints, in at most 480 columns; null when nothing was measured. */
export function heatMap(points: readonly TimelinePoint[]): HeatMap | null {
  const groups = joinPoints(points, mostColumns);
  const counts = new Map<string, { column: number; row: number; count: number }>();
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  groups.forEach((group, column) => {
    for (const point of group.points)
      for (const { buckets } of Object.values(point.endpoints))
        for (let i = 0; i + 1 < buckets.length; i += 2) {
          const row = Math.floor((buckets[i] ?? 0) / bucketsPerRow);
          const key = `${column},${row}`;
          const cell = counts.get(key) ?? { column, row, count: 0 };
          cell.count += buckets[i + 1] ?? 0;
          counts.set(key, cell);
          lowest = Math.min(lowest, row);
          highest = Math.max(highest, row);
        }
  });
  if (counts.size === 0) return null;
  return {
    secondsPerColumn: groups[0]?.seconds ?? 1,
    columns: groups.length,
    edgesUs: Array.from({ length: highest - lowest + 2 }, (_, i) =>
      Math.round(timelineBucketFloorUs((lowest + i) * bucketsPerRow)),
    ),
    cells: [...counts.values()].flatMap(({ column, row, count }) => [column, row - lowest, count]),
  };
}
