import type { HeatMap } from '../chartData/heatMap.ts';
import { type Html, type HtmlPart, html } from '../html/html.ts';
import { countText } from '../quantities.ts';
import type { Scale } from './scales.ts';
import { boxesPath, pathHtml } from './svg.ts';

const shades = 7;

/** The shade of a cell: steps of equal ratios, the darkest for the fullest. */
function shadeOf(count: number, most: number): number {
  return Math.min(shades, 1 + Math.floor((Math.log1p(count) / Math.log1p(most)) * shades));
}

/** The cells of a heat map, a path for each shade; `edges` are those of its columns in px. */
export function heatHtml({ cells, edgesUs, most }: HeatMap, edges: readonly number[], y: Scale): HtmlPart {
  const rows = edgesUs.map((edge) => Math.round(y.at(Math.max(1, edge))));
  const columns = edges.map((edge) => Math.round(edge));
  const boxes = Array.from({ length: shades }, () => [] as (readonly [number, number, number, number])[]);
  for (const [column, row, count] of cells) {
    const [left = 0, right = left] = [columns[column], columns[column + 1]];
    const [bottom = 0, top = bottom] = [rows[row], rows[row + 1]];
    // Whole pixels, or hairlines of the ground show between the cells.
    boxes[shadeOf(count, most) - 1]?.push([left, top, Math.max(1, right - left), Math.max(1, bottom - top)]);
  }
  return boxes.map((each, i) => pathHtml(`heat-${i + 1}`, boxesPath(each)));
}

/** What the shades mean: requests in a cell, from one to the fullest. */
export function heatKey({ most }: HeatMap): Html {
  return html`<span class="heat-key">1 <svg viewBox="0 0 ${shades * 12} 10" aria-hidden="true">${Array.from(
    { length: shades },
    (_, i) => html`<rect class="heat-${i + 1}" x="${i * 12}" width="12" height="10"/>`,
  )}</svg> ${countText(most)} requests in a cell</span>`;
}
