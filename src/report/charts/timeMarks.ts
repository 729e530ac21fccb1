import type { HeatMap } from '../chartData/heatMap.ts';
import { plannedEnd, type Schedule } from '../chartData/schedule.ts';
import { type Html, type HtmlPart, html } from '../html/html.ts';
import { countText } from '../quantities.ts';
import { clockText, type Scale } from './scales.ts';
import { type Area, boxesPath, label, pathHtml, px } from './svg.ts';
import type { TimeChart, TimeFrame } from './timeChart.ts';

/** Warm-up and drain stand back. */
export function shades({ schedule, fromSecond, toSecond }: TimeFrame, x: Scale, { top, bottom }: Area): HtmlPart {
  if (schedule === null) return null;
  const boxes = apart(schedule, fromSecond, toSecond).map(
    ([from, to]) => [x.at(from), top, x.at(to) - x.at(from), bottom - top] as const,
  );
  return pathHtml('apart', boxesPath(boxes));
}

function apart(schedule: Schedule, fromSecond: number, toSecond: number): (readonly [number, number])[] {
  const stretches = [
    [0, schedule.warmupSeconds],
    [plannedEnd(schedule), toSecond],
  ] as const;
  return stretches
    .map(([from, to]) => [Math.max(from, fromSecond), Math.min(to, toSecond)] as const)
    .filter(([from, to]) => to > from);
}

/** Where stages meet, and what the shaded ends are. */
export function marks(
  { named }: TimeChart,
  { schedule, fromSecond, toSecond }: TimeFrame,
  x: Scale,
  { top, bottom, left, right }: Area,
): HtmlPart {
  if (schedule === null) return null;
  const meet = schedule.stages.slice(1).map(({ fromSecond: second }) => second);
  const lines = meet
    .filter((second) => second > fromSecond && second < toSecond)
    .map((second) => `M${px(x.at(second))} ${top}V${bottom}`);
  const names = apart(schedule, fromSecond, toSecond)
    .map(([from]) => [from < plannedEnd(schedule) ? 'warm-up' : 'drain', x.at(from) + 4] as const)
    .filter(([, at]) => named && at >= left && at < right - 30);
  return [
    pathHtml('stage', lines.join('')),
    html`<g class="name">${names.map(([name, at]) => label(at, top + 11, name))}</g>`,
  ];
}

/** Seconds in which nothing came back, hatched. */
export function silencesHtml(
  { id }: TimeChart,
  { silences, fromSecond, toSecond }: TimeFrame,
  x: Scale,
  { top, bottom }: Area,
): HtmlPart {
  const seen = silences.filter((silence) => silence.toSecond > fromSecond && silence.fromSecond < toSecond);
  if (seen.length === 0) return null;
  return [
    html`<pattern id="hatch-${id}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatching" d="M0 0V6"/></pattern>`,
    seen.map(
      (silence) =>
        html`<rect x="${px(x.at(silence.fromSecond))}" y="${top}" width="${px(x.at(silence.toSecond) - x.at(silence.fromSecond))}" height="${bottom - top}" fill="url(#hatch-${id})"><title>Silence: nothing came back from ${clockText(silence.fromSecond)} to ${clockText(silence.toSecond)}</title></rect>`,
    ),
  ];
}

const heatShades = 7;

/** The shade of a cell: steps of equal ratios, the darkest for the fullest. */
function shadeOf(count: number, most: number): number {
  return Math.min(heatShades, 1 + Math.floor((Math.log1p(count) / Math.log1p(most)) * heatShades));
}

/** The cells of a heat map, a path for each shade; `edges` are those of its columns in px. */
export function heatHtml({ cells, edgesUs, most }: HeatMap, edges: readonly number[], y: Scale): HtmlPart {
  const rows = edgesUs.map((edge) => Math.round(y.at(Math.max(1, edge))));
  const columns = edges.map((edge) => Math.round(edge));
  const boxes = Array.from({ length: heatShades }, () => [] as (readonly [number, number, number, number])[]);
  for (const [column, row, count] of cells) {
    const [left = 0, right = left] = [columns[column], columns[column + 1]];
    const [bottom = 0, top = bottom] = [rows[row], rows[row + 1]];
    // Whole pixels, or hairlines of the ground show between the cells.
    boxes[shadeOf(count, most) - 1]?.push([left, top, Math.max(1, right - left), Math.max(1, bottom - top)]);
  }
  return boxes.map((each, i) => pathHtml(`heat-${i + 1}`, boxesPath(each)));
}

/** What the shades mean: requests in a cell, from one to the fullest. */
export function heatKey({ most }: HeatMap): Html {
  return html`<span class="heat-key">1 <svg viewBox="0 0 ${heatShades * 12} 10" aria-hidden="true">${Array.from(
    { length: heatShades },
    (_, i) => html`<rect class="heat-${i + 1}" x="${i * 12}" width="12" height="10"/>`,
  )}</svg> ${countText(most)} requests in a cell</span>`;
}
