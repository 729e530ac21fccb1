import type { RunResult } from '../../result/runResult.ts';
import { planBarsHtml } from '../charts/capacityCharts.ts';
import { distributionHtml } from '../charts/sidesCharts.ts';
import type { Comparison } from '../compare/compareResults.ts';
import { capacityHeadline } from '../content/capacityWords.ts';
import { byHarm, comparisonContent, hasRegressed, type ReportLinks } from '../content/comparisonContent.ts';
import { toneOf } from '../content/content.ts';
import { bodyHtml, partHtml, sectionsOf, verdictHtml } from '../content/contentHtml.ts';
import { type MatrixCell, matrixContent } from '../content/matrixContent.ts';
import { planningParts } from '../content/planningContent.ts';
import type { PageAssets } from './bundlePage.ts';
import { documentText } from './document.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import { figure, section } from './parts.ts';

/** A comparison as one HTML file: no network, nothing else needed. */
export function comparePage(comparison: Comparison, assets: PageAssets, links: ReportLinks = new Map()): string {
  const content = comparisonContent(comparison, links);
  const findings = content.parts.flatMap((part) => (part.kind === 'findings' ? part.findings : []));
  const worst = hasRegressed(comparison) ? 'violations' : 'latency';
  const parts = content.parts.toSorted((a, b) => Number(b.id === worst) - Number(a.id === worst));
  return documentText({
    title: `${comparison.latency} ${comparison.runs.at(-1)?.id ?? ''}`,
    tone: content.stamp.tone,
    page: 'compare',
    subtitle: html`${sideHtml(comparison, 'baseline', links)} against <b>${sideHtml(comparison, 'candidate', links)}</b>`,
    sections: [
      ['verdict', 'Verdict', verdictHtml(content)],
      ...sectionsOf(parts.slice(0, 1)),
      ['distributions', 'Distributions', spread(comparison)],
      ...sectionsOf(parts.slice(1)),
    ],
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
    'Distributions',
    'How the experienced latency of each endpoint is spread, both sides over each other; dashed lines are the percentiles of each side.',
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

/** The verdicts of several datacenters and releases as one HTML file, each leading to its report. */
export function matrixPage(cells: readonly MatrixCell[], assets: PageAssets): string {
  const content = matrixContent(cells);
  return documentText({
    title: `${content.stamp.text} matrix`,
    tone: content.stamp.tone,
    page: 'index',
    subtitle: 'datacenters and releases',
    sections: [['verdict', null, [verdictHtml(content), ...content.parts.map(partHtml)]]],
    data: null,
    assets,
  });
}

/** What a planner takes along: a capacity run on one sheet of A4, as one HTML file. */
export function planningPage(result: RunResult, assets: PageAssets): string {
  const { capacity, run, verdict } = result;
  const caption = 'Respondents a second that each datacenter carries, against what is needed';
  return documentText({
    title: `Capacity ${run.startedAt.slice(0, 10)}`,
    tone: toneOf(verdict),
    page: 'planning',
    subtitle: html`<b>Capacity</b>, ${run.startedAt.slice(0, 10)}`,
    sections: [
      [
        'planning',
        null,
        [
          html`<section class="verdict ${toneOf(verdict)}"><h1>${capacityHeadline(capacity)}</h1></section>`,
          capacity.length > 0 && figure('plan', caption, planBarsHtml(capacity, caption), null),
          planningParts(result).map(
            (
              part,
            ) => html`<section><h2>${part.title}</h2>${part.note !== undefined && html`<p class="note">${part.note}</p>`}
${bodyHtml(part)}</section>`,
          ),
        ],
      ],
    ],
    data: {},
    assets,
  });
}
