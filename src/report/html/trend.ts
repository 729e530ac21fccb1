import { toneOf } from '../content/content.ts';
import type { RunDigest } from '../history/runDigest.ts';
import { type Html, html } from './html.ts';

const width = 200;
const height = 48;
const most = 60;

/**
 * One value over the newest 60 runs, as a small picture: a dot for each run in the colour of its verdict. Where a run has
 * no value, or none that is valid, the line is broken.
 */
export function trend(
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
    html`<circle class="${toneOf(point.run.verdict)}" cx="${point.x}" cy="${point.y}" r="2.6"><title>${point.run.startedAt.slice(0, 16).replace('T', ' ')}: ${text(point.value)}, ${point.run.verdict}</title></circle>`,
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
