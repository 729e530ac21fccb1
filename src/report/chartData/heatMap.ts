import { timelineBucketFloorUs } from '../../result/timelineLatency.ts';

/** Requests by time and latency: `cells` are triples of column, row and count. */
export interface HeatMap {
  /** Lower edges of the rows, µs, ascending; one more closes the last. */
  readonly edgesUs: readonly number[];
  readonly cells: readonly (readonly [column: number, row: number, count: number])[];
  /** The fullest cell. */
  readonly most: number;
}

/** Fewer rows than this look like bricks: rows are then made of fewer timeline buckets. */
const fewestRows = 16;

/** Columns of requests by timeline bucket as a heat map; null when nothing was measured. */
export function heatMap(columns: readonly ReadonlyMap<number, number>[]): HeatMap | null {
  const found = columns.flatMap((counts) => [...counts.keys()]);
  if (found.length === 0) return null;
  const lowest = found.reduce((a, b) => Math.min(a, b));
  const highest = found.reduce((a, b) => Math.max(a, b));
  const perRow = [4, 2].find((buckets) => (highest - lowest) / buckets >= fewestRows) ?? 1;
  const firstRow = Math.floor(lowest / perRow);
  const rows = Math.floor(highest / perRow) - firstRow + 1;
  const cells = columns.flatMap((counts, column) => {
    const byRow = new Map<number, number>();
    for (const [bucket, count] of counts) {
      const row = Math.floor(bucket / perRow) - firstRow;
      byRow.set(row, (byRow.get(row) ?? 0) + count);
    }
    return [...byRow].map(([row, count]) => [column, row, count] as const);
  });
  return {
    edgesUs: Array.from({ length: rows + 1 }, (_, i) => Math.round(timelineBucketFloorUs((firstRow + i) * perRow))),
    cells,
    most: cells.reduce((most, [, , count]) => Math.max(most, count), 1),
  };
}
