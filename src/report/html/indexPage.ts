import { sparkHtml } from '../charts/plot.ts';
import { toneOf } from '../content/content.ts';
import type { RunDigest } from '../earlierRuns.ts';
import { cut } from '../plainText.ts';
import { countOf, countText, durationText, latencyText, orDash, rateText, shareText, whenText } from '../quantities.ts';
import type { PageAssets } from './bundlePage.ts';
import { documentText } from './document.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import { badCount, chip, type PageSection, tableBy } from './parts.ts';

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
      {
        id: 'runs',
        body: html`<section class="verdict"><h1>Runs</h1></section>${groups.length === 0 && html`<p class="empty">No run has left a result here. Start one with <code>canvass load smoke</code>.</p>`}`,
      },
      ...groups.map(([, group], i) => groupSection(`group-${i}`, group)),
      {
        id: 'unreadable',
        body:
          unreadable.length > 0 &&
          html`<p class="note">Not readable by this version: ${unreadable.map((name) => html`<code>${name}</code> `)}</p>`,
      },
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

function groupSection(id: string, group: readonly RunDigest[]): PageSection {
  const name = groupName(group);
  const conform = group.some((run) => run.kind === 'conform');
  const capacity = group.some((run) => run.sustainablePerSecond !== null);
  // Runs about one clause are no part of what whole runs come to.
  const asked = Math.max(...group.map(({ clausesTotal }) => clausesTotal));
  const whole = conform ? group.filter(({ clausesTotal }) => clausesTotal === asked) : group;
  return {
    id,
    title: name,
    note:
      group.length === 1
        ? null
        : `${countOf(group.length, 'run')}, newest last in the pictures and first in the table.`,
    body: html`${
      whole.length > 1 &&
      html`<div class="trends">
${!conform && html`${trend('99th percentile', whole, (run) => run.p99, latencyText)}${trend('Median', whole, (run) => run.p50, latencyText)}`}
${capacity ? trend('Sustainable a second', whole, (run) => run.sustainablePerSecond, rateText) : trend('Requests a second', whole, (run) => run.requestsPerSecond, rateText)}
${conform ? trend('Clauses exercised', whole, (run) => run.clausesExercised, countText) : trend('Errors', whole, (run) => run.errorShare, shareText)}
${trend('Violations', whole, (run) => run.violations, countText)}
</div>`
    }${tableBy(`Runs of ${name}`, group.toReversed(), [
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
  };
}

function startHtml({ startedAt, folder, hasPage }: RunDigest): HtmlPart {
  const start = startedAt.slice(0, 19).replace('T', ' ');
  return hasPage ? html`<a href="${encodeURIComponent(folder)}/report.html">${start}</a>` : start;
}

/** So many runs are in a picture, the newest. */
const most = 60;

/**
 * One value over the newest runs, as a small picture: a dot for each run in the colour of its verdict. Where a run has no
 * value, or none that is valid, the line is broken.
 */
function trend(
  label: string,
  runs: readonly RunDigest[],
  pick: (run: RunDigest) => number | null,
  text: (value: number) => string,
): Html {
  const shown = runs.slice(-most);
  const values = shown.map(pick);
  const known = values.filter((value) => value !== null);
  const newest = known.at(-1);
  const caption = `${label} over ${known.length} runs; the table below has the values`;
  const dots = shown.map(({ verdict, startedAt }, i) => {
    const value = values[i] ?? null;
    return [toneOf(verdict), `${whenText(startedAt)}: ${orDash(value, text)}, ${verdict}`] as const;
  });
  return html`<figure class="trend"><figcaption><span class="muted">${label}</span> <b>${orDash(newest, text)}</b></figcaption>
${sparkHtml(values, caption, { width: 200, height: 48, room: 5 }, dots)}</figure>`;
}
