import type { DuetDifference } from '../../result/duetResult.ts';
import type { Witness } from '../../result/verdict.ts';
import { distributionPlot, sidesPlot } from '../charts/latencyCharts.ts';
import { plotHtml } from '../charts/plot.ts';
import type { RunComparison } from '../compare/compareResults.ts';
import type { TwinComparison } from '../compare/compareTwins.ts';
import type { ComparedRun } from '../compare/conclusion.ts';
import { byHarm, type Comparison, comparisonContent, type ReportLinks } from '../content/comparisonContent.ts';
import { differenceCount, standingCell } from '../content/comparisonParts.ts';
import { nothingOf, type Part } from '../content/content.ts';
import { cellHtml, verdictHtml } from '../content/contentHtml.ts';
import { differencePlace, sidesSaid } from '../content/differencePlace.ts';
import { cut } from '../plainText.ts';
import { whenText } from '../quantities.ts';
import type { PageAssets } from './bundlePage.ts';
import { documentText } from './document.ts';
import { type Html, html } from './html.ts';
import { figure, type PageSection } from './parts.ts';

/** A comparison as one HTML file: no network, nothing else needed. */
export function comparisonPage(
  comparison: Comparison,
  assets: PageAssets,
  links: ReportLinks = () => undefined,
): string {
  const { runs, promises, differences } = comparison;
  const content = comparisonContent(comparison, links);
  const last = runs.at(-1);
  const when = last !== undefined && html`, <time datetime="${last.startedAt}">${whenText(last.startedAt)} UTC</time>`;
  const witnesses: Record<string, Witness> = {};
  for (const { violation } of promises) witnesses[violation.id] = violation.witness;
  for (const { id, example } of differences) {
    witnesses[`${id}/base`] = example.base;
    witnesses[`${id}/candidate`] = example.candidate;
  }
  return documentText({
    title: `${content.stamp.text} ${last?.id ?? ''}`,
    tone: content.stamp.tone,
    page: 'compare',
    subtitle: html`${sideHtml(runs, 'base', links)} against <b>${sideHtml(runs, 'candidate', links)}</b>${when}`,
    sections: [
      { id: 'verdict', menu: 'Verdict', body: verdictHtml(content) },
      ...content.parts.flatMap((part) => {
        const isOpened = part.id === 'differences' && differences.length > 0;
        if (isOpened) return { ...part, body: html`<div class="violations">${differences.map(differenceHtml)}</div>` };
        return part.id === 'latency' ? [part, drawn(comparison)] : part;
      }),
    ],
    data: { witnesses, ...(last?.traceUrl === undefined ? {} : { traceUrl: last.traceUrl }) },
    assets,
  });
}

/** Both sides as pictures: of runs how each endpoint's latency is spread, of twins how it went over time. */
function drawn(comparison: Comparison): PageSection | Part {
  return comparison.method === 'runs' ? spread(comparison) : overTime(comparison);
}

const p95Caption = 'p95 of base and candidate over time';

function overTime({ overTime: points }: TwinComparison): PageSection | Part {
  const about = { id: 'time', menu: 'Over time', title: 'Both sides over time' };
  if (points.length === 0) return nothingOf(about, 'No pair was served on both sides.');
  return {
    ...about,
    note: 'p95 of the pairs that left in each second, over all endpoints. What slows both sides down is not the candidate’s.',
    body: figure('sides', p95Caption, plotHtml(sidesPlot(points, p95Caption)), null),
  };
}

/** The two sides over each other, the endpoint first that got slower most. */
function spread({ distributions, shifts }: RunComparison): PageSection | Part {
  const about = { id: 'distributions', title: 'Distributions' };
  if (distributions.length === 0) return nothingOf(about, 'No endpoint was measured on both sides.');
  const worst = [...shifts].sort(byHarm).map(({ endpoint }) => endpoint);
  const place = (endpoint: string): number => (worst.indexOf(endpoint) + worst.length + 1) % (worst.length + 1);
  const sorted = [...distributions].sort((a, b) => place(a.endpoint) - place(b.endpoint));
  return {
    ...about,
    note: 'How the experienced latency of each endpoint is spread, both sides over each other; dashed lines are the percentiles of each side.',
    body: html`<div class="pair">${sorted.map((distribution) => {
      const caption = `${distribution.endpoint}: share of requests by latency`;
      const its = shifts.filter(({ endpoint }) => endpoint === distribution.endpoint);
      return figure('distribution', caption, plotHtml(distributionPlot(distribution, its, caption)), null);
    })}</div>`,
  };
}

/** What a side is called beside the other: its release, its datacenter or its host, whichever tells them apart; with the report of its run where it has one alone. */
function sideHtml(runs: readonly ComparedRun[], side: ComparedRun['side'], links: ReportLinks): Html {
  const own = runs.filter((run) => run.side === side);
  const others = runs.filter((run) => run.side !== side);
  const otherNames = namesOf(others);
  const name = namesOf(own).find((each, at) => each !== '' && each !== otherNames[at]) ?? side;
  const [first] = own;
  const link = own.length === 1 && first !== undefined ? links(first) : undefined;
  return html`<a href="${link ?? '#runs'}">${name}${own.length > 1 && `, ${own.length} runs`}</a>`;
}

function namesOf(runs: readonly ComparedRun[]): string[] {
  const joined = (pick: (run: ComparedRun) => string): string =>
    [...new Set(runs.map(pick))].filter(Boolean).join(', ');
  return [
    joined(({ release }) => release),
    joined(({ datacenter }) => datacenter),
    joined(({ baseUrl }) => URL.parse(baseUrl)?.host ?? ''),
  ];
}

/** One difference, closed; the script fills in both walks when it is opened. */
function differenceHtml(difference: DuetDifference): Html {
  const { id, endpoints, path } = difference;
  const { base, candidate } = sidesSaid(difference);
  return html`<details class="violation" id="difference-${id}">
<summary><span class="id">${id}</span><span class="grow"><code>${endpoints.join(', ')} ${path}</code> ${differencePlace(difference)}<span class="glance">${cut(base, 70)} → ${cut(candidate, 70)}</span></span>
${cellHtml(standingCell(difference))}<span class="number">× ${differenceCount(difference)}</span></summary>
<div class="two"><div class="said"><h3 class="small">Base</h3><p>${base}</p></div><div class="said"><h3 class="small">Candidate</h3><p>${candidate}</p></div></div>
<div class="two sides"><div><h3 class="small">Base</h3><div data-witness="${id}/base"></div></div><div><h3 class="small">Candidate</h3><div data-witness="${id}/candidate"></div></div></div></details>
`;
}
