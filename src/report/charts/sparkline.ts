import { type Html, html } from '../html/html.ts';
import { linePath, pathHtml } from './svg.ts';

const width = 120;
const height = 22;

/** Values over time as a small line from 0, without axes: its shape is what it says. */
export function sparklineHtml(values: readonly (number | null)[], caption: string): Html {
  const most = values.reduce<number>((high, value) => Math.max(high, value ?? 0), 0) || 1;
  const step = width / Math.max(1, values.length - 1);
  const points = values.map((value, i) =>
    value === null ? null : ([i * step, height - 2 - (value / most) * (height - 4)] as const),
  );
  return html`<svg class="sparkline" viewBox="0 0 ${width} ${height}" role="img" aria-label="${caption}">${pathHtml('line c1', linePath(points))}</svg>`;
}
