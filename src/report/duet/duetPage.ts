import type { DuetDifference, DuetFindings } from '../../result/duetResult.ts';
import type { Witness } from '../../result/verdict.ts';
import { sidesHtml } from '../charts/sidesCharts.ts';
import { cellHtml, sectionsOf, verdictHtml } from '../content/contentHtml.ts';
import type { PageAssets } from '../html/bundlePage.ts';
import { documentText } from '../html/document.ts';
import { type Html, html } from '../html/html.ts';
import { figure, section } from '../html/parts.ts';
import { cut } from '../plainText.ts';
import { whenText } from '../quantities.ts';
import { differenceCount, duetContent, standingCell } from './duetContent.ts';
import type { DuetReport, DuetSideSummary } from './duetReport.ts';

const overTime = 'p95 of base and candidate over time';

/** A duet as one HTML file: no network, nothing else needed. */
export function duetPage(report: DuetReport, findings: DuetFindings, assets: PageAssets): string {
  const content = duetContent(report);
  const witnesses: Record<string, Witness> = {};
  for (const { violation } of report.promises) witnesses[violation.id] = violation.witness;
  for (const { id, example } of report.differences) {
    witnesses[`${id}/base`] = example.base;
    witnesses[`${id}/candidate`] = example.candidate;
  }
  const { base, candidate } = report.sides;
  const { traceUrl } = findings.base.target;
  return documentText({
    title: `${report.verdict} duet ${report.run.profile} ${whenText(report.run.startedAt)}`,
    tone: content.stamp.tone,
    page: 'duet',
    subtitle: html`${namedAs(base, candidate)} against <b>${namedAs(candidate, base)}</b>, <time datetime="${report.run.startedAt}">${whenText(report.run.startedAt)} UTC</time>`,
    sections: [
      [
        'verdict',
        'Verdict',
        verdictHtml(
          content,
          html`<p>Each side by itself: <a href="base/report.html">base</a>, <a href="candidate/report.html">candidate</a>.</p>`,
        ),
      ],
      [
        'time',
        'Over time',
        section(
          'time',
          'Both sides over time',
          'p95 of the pairs that left in each second, over all endpoints. What slows both sides down is not the candidate’s.',
          figure('sides', overTime, sidesHtml(findings.seconds, overTime), null),
        ),
      ],
      ...sectionsOf(content.parts, { differences: differencesSection(report) }),
    ],
    data: { witnesses, ...(traceUrl === undefined ? {} : { traceUrl }) },
    assets,
  });
}

function differencesSection({ differences }: DuetReport): Html {
  return section(
    'differences',
    'Answered differently',
    differences.length === 0
      ? null
      : 'Equal differences as one. Open one for both walks, and a script for each side. SHOWN ones fail nothing: markup, and failures that chance explains.',
    differences.length === 0
      ? html`<p class="empty">Twins were answered alike, everywhere.</p>`
      : html`<div class="violations">${differences.map(differencePart)}</div>`,
  );
}

/** What a side is called beside the other: its release, its datacenter, or its host, whichever tells them apart. */
function namedAs(side: DuetSideSummary, other: DuetSideSummary): string {
  const hostOf = ({ baseUrl }: DuetSideSummary): string => URL.parse(baseUrl)?.host ?? baseUrl;
  const names = [side.release, side.datacenter, hostOf(side)];
  return (
    names.find((name, at) => name !== '' && name !== [other.release, other.datacenter, hostOf(other)][at]) ??
    side.release
  );
}

/** One difference, closed; the script fills in both walks when it is opened. */
function differencePart(difference: DuetDifference): Html {
  const { id, endpoints, path, base, candidate } = difference;
  return html`<details class="violation" id="difference-${id}">
<summary><span class="id">${id}</span><span class="grow"><code>${endpoints.join(', ')} ${path}</code><span class="glance">${cut(base, 70)} → ${cut(candidate, 70)}</span></span>
${cellHtml(standingCell(difference))}<span class="number">× ${differenceCount(difference)}</span></summary>
<div class="two"><div class="said"><h3 class="small">Base</h3><p>${base}</p></div><div class="said"><h3 class="small">Candidate</h3><p>${candidate}</p></div></div>
<div class="two sides"><div><h3 class="small">Base</h3><div data-witness="${id}/base"></div></div><div><h3 class="small">Candidate</h3><div data-witness="${id}/candidate"></div></div></div></details>
`;
}
