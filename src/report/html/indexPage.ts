import { toneOf } from '../content/content.ts';
import type { RunDigest } from '../history/runDigest.ts';
import { cut } from '../plainText.ts';
import { countOf, countText, durationText, latencyText, rateText, shareText } from '../quantities.ts';
import type { PageAssets } from './bundlePage.ts';
import { documentText } from './document.ts';
import { type Html, html } from './html.ts';
import { chip, section, table } from './parts.ts';
import { trend } from './trend.ts';

const longestFound = 120;

/** The index of runs as one HTML file: a part for each profile and datacenter, with trends over its runs. */
export function indexPage(runs: readonly RunDigest[], unreadable: readonly string[], assets: PageAssets): string {
  const groups = [...Map.groupBy(runs, (run) => `${run.kind} ${run.profile} ${run.datacenter}`)].sort(([, a], [, b]) =>
    (b.at(-1)?.startedAt ?? '').localeCompare(a.at(-1)?.startedAt ?? ''),
  );
  const newest = groups[0]?.[1].at(-1);
  return documentText({
    title: 'canvass: runs',
    tone: newest === undefined ? 'info' : toneOf(newest.verdict),
    page: 'index',
    subtitle: runs.length === 0 ? 'no runs yet' : countOf(runs.length, 'run'),
    menu: groups.map(([, group], i) => [`group-${i}`, groupName(group)] as const),
    body: [
      html`<section class="verdict info"><h1>Runs</h1></section>`,
      groups.length === 0 &&
        html`<p class="empty">No run has left a result here. Start one with <code>canvass load smoke</code>.</p>`,
      groups.map(([, group], i) => groupSection(`group-${i}`, group)),
      unreadable.length > 0 &&
        html`<p class="note">Not readable by this version: ${unreadable.map((name) => html`<code>${name}</code> `)}</p>`,
    ],
    data: {},
    assets,
  });
}

function groupName(group: readonly RunDigest[]): string {
  const [first] = group;
  return first === undefined
    ? ''
    : `${first.kind} ${first.profile}${first.datacenter === '' ? '' : ` in ${first.datacenter}`}`;
}

function groupSection(id: string, group: readonly RunDigest[]): Html {
  const conform = group.some((run) => run.kind === 'conform');
  const capacity = group.some((run) => run.sustainablePerSecond !== null);
  const latency = (value: number | null): string => (value === null ? '–' : latencyText(value));
  return section(
    id,
    groupName(group),
    html`${countOf(group.length, 'run')}, newest last in the pictures and first in the table.`,
    html`<div class="trends">
${trend('99th percentile', group, (run) => run.p99, latencyText)}
${trend('Median', group, (run) => run.p50, latencyText)}
${capacity ? trend('Sustainable a second', group, (run) => run.sustainablePerSecond, rateText) : trend('Requests a second', group, (run) => run.requestsPerSecond, rateText)}
${conform ? trend('Clauses exercised', group, (run) => run.clausesExercised, countText) : trend('Errors', group, (run) => run.errorShare, shareText)}
${trend('Violations', group, (run) => run.violations, countText)}
</div>${table(
      `Runs of ${groupName(group)}`,
      [
        'Started, UTC',
        'Verdict',
        'What was found',
        'Release',
        '#Duration',
        '#Requests',
        '#Median',
        '#p99',
        '#Errors',
        '#Violations',
      ],
      group
        .toReversed()
        .map((run) => [
          run.hasPage
            ? html`<a href="${encodeURIComponent(run.folder)}/report.html">${whenText(run.startedAt)}</a>`
            : whenText(run.startedAt),
          chip(run.verdict, toneOf(run.verdict)),
          cut(run.found, longestFound),
          run.release,
          durationText(run.durationSeconds),
          countText(run.requests),
          latency(run.p50),
          latency(run.p99),
          run.errorShare === null ? '–' : shareText(run.errorShare),
          run.violations === 0
            ? html`<span class="muted">0</span>`
            : html`<b class="bad-text">${countText(run.violations)}</b>`,
        ]),
    )}`,
  );
}

function whenText(startedAt: string): string {
  return startedAt.slice(0, 19).replace('T', ' ');
}
