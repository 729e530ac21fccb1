import type { ThresholdStanding } from '../../result/thresholdStanding.ts';
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
  readonly standing: ThresholdStanding;
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
export function shades(frame: TimeFrame, x: Scale, { top, bottom }: Area): HtmlPart {
  const boxes = apart(frame).map(([from, to]) => [x.at(from), top, x.at(to) - x.at(from), bottom - top] as const);
  return boxes.length === 0 ? null : pathHtml('apart', boxesPath(boxes));
}

/** What is shaded of each stretch, with its name, as far as it is in sight. */
function apart({ schedule, fromSecond, toSecond }: TimeFrame): (readonly [number, number, string])[] {
  const shaded = (schedule?.stretches ?? []).flatMap(
    (stretch) =>
      [
        [stretch.fromSecond, stretch.fromSecond + stretch.warmupSeconds, 'warm-up'],
        [plannedEnd(stretch), stretch.toSecond ?? toSecond, 'drain'],
      ] as const,
  );
  return shaded
    .map(([from, to, name]) => [Math.max(from, fromSecond), Math.min(to, toSecond), name] as const)
    .filter(([from, to]) => to > from);
}

/** Narrower than this there is no room for a name. */
const nameWidth = 42;

/** Of traffic that is replayed, a stage a minute, the line of the plan says enough. */
const mostMarkedStages = 8;

/** Where stages and runs meet, and what the shaded ends are. */
export function marks({ named }: TimeChart, frame: TimeFrame, x: Scale, { top, bottom, left, right }: Area): HtmlPart {
  const { schedule, fromSecond, toSecond } = frame;
  if (schedule === null) return null;
  const inSight = (second: number): boolean => second > fromSecond && second < toSecond;
  const line = (second: number): string => `M${px(x.at(second))} ${top}V${bottom}`;
  const stages = schedule.stretches.flatMap(({ stages }) =>
    stages.length > mostMarkedStages ? [] : stages.slice(1).map((stage) => stage.fromSecond),
  );
  const runs = schedule.stretches.slice(1).map((stretch) => stretch.fromSecond);
  const several = schedule.stretches.length > 1;
  const names = apart(frame)
    .filter(([from, to]) => !several || x.at(to) - x.at(from) >= nameWidth)
    .map(([from, , name]) => [name, x.at(from) + 4] as const)
    .filter(([, at]) => named && at >= left && at < right - 30);
  const numbers = several
    ? schedule.stretches.map(({ fromSecond: second }, i) => [`run ${i + 1}`, x.at(second) + 4] as const)
    : [];
  const numbered = numbers.filter(([, at]) => named && at >= left && at < right - 30);
  return [
    pathHtml('stage', stages.filter(inSight).map(line).join('')),
    pathHtml('run', runs.filter(inSight).map(line).join('')),
    html`<g class="name">${names.map(([name, at]) => label(at, top + 11, name))}${numbered.map(([name, at]) => label(at, bottom - 5, name))}</g>`,
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
