import type { Silence } from '../findings/silences.ts';
import { type HtmlPart, html } from '../html/html.ts';
import { plannedEnd, type Schedule } from '../pageData.ts';
import type { HeatMap } from './heatMap.ts';
import { type Area, boxesPath, clockText, label, pathHtml, px, type Scale } from './plot.ts';

/** One line of a chart over time; `tone` names its colour, `text` writes its values. */
export interface Series {
  readonly label: string;
  readonly tone: string;
  readonly shape: 'area' | 'line' | 'dashed' | 'bars';
  readonly values: readonly (number | null)[];
  readonly text: (value: number) => string;
}

/** A line that should not be crossed: at one level, or at one for each column. */
export interface Limit {
  readonly text: string;
  readonly passed: boolean;
  readonly at: number | readonly number[];
}

/** A chart over time as data; bars of several series stand on each other. */
export interface TimeChart {
  readonly id: string;
  readonly caption: string;
  readonly height: number;
  readonly unit: 'count' | 'percent' | 'ms' | 'latency';
  readonly series: readonly Series[];
  readonly limits: readonly Limit[];
  readonly heat: HeatMap | null;
  /** Whether the plan is drawn in it, whose levels are of this chart's unit. */
  readonly planned: boolean;
  /** Whether the shaded ends are named in it. */
  readonly named: boolean;
  /** Said in place of the picture where there is nothing to draw. */
  readonly empty: string | null;
}

/** What all charts over time share: the columns' time, what is shaded and hatched. */
export interface TimeFrame {
  readonly fromSecond: number;
  readonly toSecond: number;
  readonly seconds: readonly number[];
  readonly secondsPerColumn: number;
  readonly schedule: Schedule | null;
  readonly silences: readonly Silence[];
}

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
