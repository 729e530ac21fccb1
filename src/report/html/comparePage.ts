import { distributionHtml } from '../charts/distribution.ts';
import type { Comparison } from '../compare/compareResults.ts';
import { byHarm, comparisonContent, hasRegressed, type ReportLinks } from '../content/comparisonContent.ts';
import { partHtml, verdictHtml } from '../content/contentHtml.ts';
import type { PageAssets } from './bundlePage.ts';
import { documentText } from './document.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import { figure, section } from './parts.ts';

/** A comparison as one HTML file: no network, nothing else needed. */
export function comparePage(comparison: Comparison, assets: PageAssets, links: ReportLinks = new Map()): string {
  const content = comparisonContent(comparison, links);
  const findings = content.parts.flatMap((part) => (part.kind === 'findings' ? part.findings : []));
  const worst = hasRegressed(comparison) ? 'violations' : 'latency';
  const [first, ...rest] = content.parts.toSorted((a, b) => Number(b.id === worst) - Number(a.id === worst));
  return documentText({
    title: `${comparison.latency} ${comparison.runs.at(-1)?.id ?? ''}`,
    tone: content.stamp.tone,
    page: 'compare',
    subtitle: html`${sideHtml(comparison, 'baseline', links)} against <b>${sideHtml(comparison, 'candidate', links)}</b>`,
    menu: [
      ['verdict', 'Verdict'],
      ...(first === undefined ? [] : [[first.id, first.title] as const]),
      ['distributions', 'Distributions'],
      ...rest.map(({ id, title }) => [id, title] as const),
    ],
    body: [verdictHtml(content), first !== undefined && partHtml(first), spread(comparison), rest.map(partHtml)],
    data: { witnesses: Object.fromEntries(findings.map(({ violation }) => [violation.id, violation.witness])) },
    assets,
  });
}

/** The two sides over each other, the endpoint first that got slower most. */
function spread({ distributions, shifts }: Comparison): Html {
  const worst = [...shifts].sort(byHarm).map(({ endpoint }) => endpoint);
  const place = (endpoint: string): number => (worst.indexOf(endpoint) + worst.length + 1) % (worst.length + 1);
  const sorted = [...distributions].sort((a, b) => place(a.endpoint) - place(b.endpoint));
  return section(
    'distributions',
    'Both sides over each other',
    'How the experienced latency of each endpoint is spread; dashed lines are the percentiles of each side.',
    sorted.length === 0
      ? html`<p class="empty">No endpoint was measured on both sides.</p>`
      : html`<div class="pair">${sorted.map((distribution) => {
          const caption = `${distribution.endpoint}: share of requests by latency`;
          const its = shifts.filter(({ endpoint }) => endpoint === distribution.endpoint);
          return figure('distribution', caption, distributionHtml(distribution, its, caption), null);
        })}</div>`,
  );
}

/** What a side is, leading to the report of its run where it has one alone. */
function sideHtml({ runs }: Comparison, side: 'baseline' | 'candidate', links: ReportLinks): HtmlPart {
  const found = runs.filter((run) => run.side === side);
  const releasesOf = (of: Comparison['runs']): string =>
    [...new Set(of.map((run) => run.release))].filter(Boolean).join(', ');
  const releases = releasesOf(found);
  const isTold = releases !== '' && releases !== releasesOf(runs.filter((run) => run.side !== side));
  const name = `${isTold ? releases : side}${found.length > 1 ? `, ${found.length} runs` : ''}`;
  const link = links.get(found[0]?.id ?? '');
  return found.length > 1 || link === undefined
    ? html`<a href="#runs">${name}</a>`
    : html`<a href="${link}">${name}</a>`;
}
