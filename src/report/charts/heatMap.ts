import { timelineBucketFloorUs } from '../../result/timelineLatency.ts';
import { type Html, html } from '../html/html.ts';
import { countText } from '../quantities.ts';
import type { Box, Mark, Point } from './plot.ts';

/** Requests by time and latency. */
export type HeatMap = NonNullable<ReturnType<typeof heatMap>>;

/** Fewer rows than this look like bricks: rows are then made of fewer timeline buckets. */
const fewestRows = 16;

/** Columns of requests by timeline bucket as a heat map; null when nothing was measured. */
export function heatMap(columns: readonly ReadonlyMap<number, number>[]) {
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
    /** Lower edges of the rows, µs, ascending; one more closes the last. */
    edgesUs: Array.from({ length: rows + 1 }, (_, i) => Math.round(timelineBucketFloorUs((firstRow + i) * perRow))),
    /** Triples of column, row and count; then the count of the fullest. */
    cells,
    most: cells.reduce((most, [, , count]) => Math.max(most, count), 1),
  };
}

const heatShades = 7;

/** The cells, boxes for each shade: steps of equal ratios, the darkest for the fullest. @param edges of the columns */
export function heatMarks({ cells, edgesUs, most }: HeatMap, edges: readonly number[]): Mark[] {
  const shadeOf = (count: number): number =>
    Math.min(heatShades, 1 + Math.floor((Math.log1p(count) / Math.log1p(most)) * heatShades));
  const corner = (column: number, row: number): Point => [edges[column] ?? 0, Math.max(1, edgesUs[row] ?? 1)];
  return [...Map.groupBy(cells, ([, , count]) => shadeOf(count))].map(([shade, its]) => {
    const boxes = its.map(([column, row]): Box => [corner(column, row), corner(column + 1, row + 1)]);
    return { kind: 'boxes', look: `heat-${shade}`, isSnapped: true, boxes };
  });
}

/** What the shades mean: requests in a cell, from one to the fullest. */
export function heatKey({ most }: HeatMap): Html {
  const shades = Array.from({ length: heatShades }, (_, i) => i);
  return html`<span class="heat-key">1 <svg viewBox="0 0 ${heatShades * 12} 10" aria-hidden="true">${shades.map((i) => html`<rect class="heat-${i + 1}" x="${i * 12}" width="12" height="10"/>`)}</svg> ${countText(most)} requests in a cell</span>`;
}
