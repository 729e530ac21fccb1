import type { CapacityResult } from '../../result/capacityResult.ts';
import { type Html, html } from '../html/html.ts';
import { table } from '../html/parts.ts';
import { capacityTables } from './comparison.ts';

/** The tables that compare datacenters, as the report shows them above the details of each. */
export function comparisonHtml(capacities: readonly CapacityResult[]): Html {
  return html`${capacityTables(capacities).map(
    ({ caption, headings, rows }) => html`<h3>${caption}</h3>
${table(caption, headings, rows)}`,
  )}`;
}
