import type { Comparison } from '../compare/compareResults.ts';
import { comparisonContent } from '../content/comparisonContent.ts';
import { partHtml, verdictHtml } from '../content/contentHtml.ts';
import type { PageAssets } from './bundlePage.ts';
import { documentText } from './document.ts';
import { html } from './html.ts';

/** A comparison as one HTML file: no network, nothing else needed. */
export function comparePage(comparison: Comparison, assets: PageAssets): string {
  const content = comparisonContent(comparison);
  const findings = content.parts.flatMap((part) => (part.kind === 'findings' ? part.findings : []));
  return documentText({
    title: `${comparison.latency} ${comparison.runs.at(-1)?.id ?? ''}`,
    tone: content.stamp.tone,
    page: 'compare',
    subtitle: html`${sideName(comparison, 'baseline')} against <b>${sideName(comparison, 'candidate')}</b>`,
    menu: [['verdict', 'Verdict'], ...content.parts.map(({ id, title }) => [id, title] as const)],
    body: [verdictHtml(content), ...content.parts.map(partHtml)],
    data: { witnesses: Object.fromEntries(findings.map(({ violation }) => [violation.id, violation.witness])) },
    assets,
  });
}

function sideName({ runs }: Comparison, side: 'baseline' | 'candidate'): string {
  const found = runs.filter((run) => run.side === side);
  const releases = [...new Set(found.map((run) => run.release))].filter(Boolean).join(', ');
  return `${releases || side}${found.length > 1 ? `, ${found.length} runs` : ''}`;
}
