import type { CapacityResult } from '../../result/capacityResult.ts';
import { oneLine } from '../plainText.ts';
import { columns } from '../text/columns.ts';
import { noStyle, type Style } from '../text/style.ts';
import { capacitySentences, capacityTables } from './comparison.ts';

/** Capacities for a terminal: the tables, then why for each datacenter. Ends with a line break; empty of none. */
export function capacityText(capacities: readonly CapacityResult[], style: Style = noStyle): string {
  const lines: string[] = [];
  for (const { caption, headings, rows } of capacityTables(capacities)) {
    const right = headings.flatMap((heading, i) => (heading.startsWith('#') ? [i] : []));
    const [head = '', ...body] = columns(
      [headings.map((heading) => heading.replace(/^#/, '')), ...rows].map((row) => row.map(oneLine)),
      right,
    );
    lines.push(style.bold(caption), `  ${style.dim(head)}`, ...body.map((line) => `  ${line}`), '');
  }
  for (const capacity of capacities) {
    const { datacenter, slo } = capacity;
    lines.push(`${style.bold(oneLine(datacenter))}  ${style.dim(oneLine(slo.join(', ')))}`);
    lines.push(...capacitySentences(capacity).map((sentence) => `  ${oneLine(sentence)}`), '');
  }
  return lines.length === 0 ? '' : `${lines.join('\n').trimEnd()}\n`;
}
