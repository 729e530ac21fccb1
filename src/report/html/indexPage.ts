import { toneOf } from '../content/content.ts';
import type { RunDigest } from '../earlierRuns.ts';
import { cut } from '../plainText.ts';
import { countOf, countText, durationText, latencyText, orDash, rateText, shareText, whenText } from '../quantities.ts';
import type { PageAssets } from './bundlePage.ts';
import { documentText } from './document.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import { badCount, chip, section, tableBy } from './parts.ts';

const longestFound = 120;

/** The index of runs as one HTML file: a part for each profile, target and datacenter, with trends over its runs. */
export function indexPage(runs: readonly RunDigest[], unreadable: readonly string[], assets: PageAssets): string {
  const groups = [...Map.groupBy(runs, (run) => groupName([run]))].sort(([, a], [, b]) =>
    (b.at(-1)?.startedAt ?? '').localeCompare(a.at(-1)?.startedAt ?? ''),
  );
  const newest = groups[0]?.[1].at(-1);
  return documentText({
    title: 'canvass: runs',
    tone: newest === undefined ? 'info' : toneOf(newest.verdict),
    page: 'index',
    subtitle: runs.length === 0 ? 'no runs yet' : countOf(runs.length, 'run'),
    sections: [
      [
        'runs',
        null,
        html`<section class="verdict info"><h1>Runs</h1></section>${groups.length === 0 && html`<p class="empty">No run has left a result here. Start one with <code>canvass load smoke</code>.</p>`}`,
      ],
      ...groups.map(([, group], i) => [`group-${i}`, groupName(group), groupSection(`group-${i}`, group)] as const),
      [
        'unreadable',
        null,
        unreadable.length > 0 &&
          html`<p class="note">Not readable by this version: ${unreadable.map((name) => html`<code>${name}</code> `)}</p>`,
      ],
    ],
    data: {},
    assets,
  });
}

function groupName(group: readonly RunDigest[]): string {
  const [first] = group;
  if (first === undefined) return '';
  const { kind, profile, datacenter, baseUrl } = first;
  const place = datacenter === '' ? '' : ` in ${datacenter}`;
  return `${kind} ${profile}${place}${baseUrl === 'embedded' ? '' : `, ${baseUrl}`}`;
}

function groupSection(id: string, group: readonly RunDigest[]): Html {
  const conform = group.some((run) => run.kind === 'conform');
  const capacity = group.some((run) => run.sustainablePerSecond !== null);
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
</div>${tableBy(`Runs of ${groupName(group)}`, group.toReversed(), [
      ['Started, UTC', startHtml],
      ['Verdict', (run) => chip(run.verdict, toneOf(run.verdict))],
      ['What was found', (run) => cut(run.found, longestFound)],
      ['Release', (run) => run.release],
      ['#Duration', (run) => durationText(run.durationSeconds)],
      ['#Requests', (run) => countText(run.requests)],
      ['#Median', (run) => orDash(run.p50)],
      ['#p99', (run) => orDash(run.p99)],
      ['#Errors', (run) => orDash(run.errorShare, shareText)],
      ['#Violations', (run) => badCount(run.violations)],
    ])}`,
  );
}

function startHtml({ startedAt, folder, hasPage }: RunDigest): HtmlPart {
  const start = startedAt.slice(0, 19).replace('T', ' ');
  return hasPage ? html`<a href="${encodeURIComponent(folder)}/report.html">${start}</a>` : start;
}

const width = 200;
const height = 48;
const most = 60;

/**
 * One value over the newest 60 runs, as a small picture: a dot for each run in the colour of its verdict. Where a run has
 * no value, or none that is valid, the line is broken.
 */
function trend(
  label: string,
  runs: readonly RunDigest[],
  pick: (run: RunDigest) => number | null,
  text: (value: number) => string,
): Html {
  const shown = runs.slice(-most).map((run) => ({ run, value: pick(run) }));
  const values = shown.map(({ value }) => value).filter((value) => value !== null);
  const highest = Math.max(...values, Number.MIN_VALUE) * 1.08;
  const x = (i: number): number => round(shown.length === 1 ? width / 2 : 5 + (i / (shown.length - 1)) * (width - 10));
  const y = (value: number): number => round(height - 5 - (value / highest) * (height - 10));
  const points = shown.flatMap(({ run, value }, i) => (value === null ? [] : [{ run, value, x: x(i), y: y(value) }]));
  const newest = points.at(-1);
  return html`<figure class="trend"><figcaption><span class="muted">${label}</span> <b>${newest === undefined ? '–' : text(newest.value)}</b></figcaption>
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label} over ${points.length} runs; the table below has the values">
<line class="zero" x1="0" x2="${width}" y1="${height - 5}" y2="${height - 5}"/>
${unbroken(shown.map(({ value }, i) => (value === null ? null : `${x(i)},${y(value)}`))).map(
  (line) => html`<polyline points="${line.join(' ')}"/>`,
)}
${points.map(
  (point) =>
    html`<circle class="${toneOf(point.run.verdict)}" cx="${point.x}" cy="${point.y}" r="2.6"><title>${whenText(point.run.startedAt)}: ${text(point.value)}, ${point.run.verdict}</title></circle>`,
)}</svg></figure>`;
}

/** Stretches of neighbours that are there. */
function unbroken(places: readonly (string | null)[]): string[][] {
  const lines: string[][] = [];
  places.forEach((place, i) => {
    if (place === null) return;
    if (i > 0 && places[i - 1] !== null) lines.at(-1)?.push(place);
    else lines.push([place]);
  });
  return lines;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
