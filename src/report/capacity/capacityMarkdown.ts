import type { CapacityResult } from '../../result/capacityResult.ts';
import { escapeMarkdown, markdownTable } from '../formats/markdownText.ts';
import { capacitySentences, capacityTables } from './comparison.ts';

/** Capacities as Markdown that can be pasted into a planning document; empty where none was measured. */
export function capacityMarkdown(capacities: readonly CapacityResult[]): string {
  const tables = capacityTables(capacities).map(
    ({ caption, headings, rows }) =>
      `**${escapeMarkdown(caption)}**\n\n${markdownTable(
        headings.map((heading) => `${heading.startsWith('#') ? '#' : ''}${escapeMarkdown(heading.replace(/^#/, ''))}`),
        rows.map((row) => row.map(escapeMarkdown)),
      )}`,
  );
  const details = capacities.map((capacity) => {
    const slo = `Within ${capacity.slo.join(' and ')}.`;
    return `**${escapeMarkdown(capacity.datacenter)}**\n\n${[slo, ...capacitySentences(capacity)].map((s) => `- ${escapeMarkdown(s)}`).join('\n')}`;
  });
  return [...tables, ...details].join('\n\n');
}
