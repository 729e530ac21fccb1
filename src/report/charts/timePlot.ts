import type { ThresholdStanding } from '../../result/thresholdStanding.ts';
import type { Silence } from '../findings/silences.ts';
import { type Html, html } from '../html/html.ts';
import { latencyText, rateText } from '../quantities.ts';
import { type HeatMap, heatKey, heatMarks } from './heatMap.ts';
import {
  type Axis,
  areaOf,
  type Box,
  fullHeight,
  line,
  type Mark,
  nameAt,
  type Plot,
  type Point,
  plotHtml,
  upright,
} from './plot.ts';
import { clockSteps, clockText } from './scales.ts';
import type { Schedule } from './timeData.ts';

/** One line of a chart over time; `tone` names its colour, `text` writes its values. */
export interface Series {
  readonly label: string;
  readonly tone: string;
  /** `none` is told in the table alone. */
  readonly shape: 'area' | 'line' | 'bars' | 'none';
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

/** Where a second stands in every chart over time of some width, px; and which second stands there. */
export function timeScale({ fromSecond, toSecond }: Pick<TimeFrame, 'fromSecond' | 'toSecond'>, width: number) {
  const { left, right } = areaOf({ width, height: 0 });
  return {
    xOf: (second: number): number => left + ((second - fromSecond) / (toSecond - fromSecond)) * (right - left),
    secondAt: (x: number): number =>
      fromSecond + Math.min(1, Math.max(0, (x - left) / (right - left))) * (toSecond - fromSecond),
  };
}

/** The chart with its legend; `width` in px. */
export function timeChartHtml(chart: TimeChart, frame: TimeFrame, width: number): Html {
  return chart.empty === null ? plotHtml(plotOf(chart, frame, width)) : html`<p class="empty">${chart.empty}</p>`;
}

function plotOf(chart: TimeChart, frame: TimeFrame, width: number): Plot {
  const { caption, height, heat, series, limits } = chart;
  const edges = [...frame.seconds, (frame.seconds.at(-1) ?? 0) + frame.secondsPerColumn];
  return {
    caption,
    width,
    height,
    x: { ends: [frame.fromSecond, frame.toSecond], steps: clockSteps, text: clockText },
    y: yAxis(chart, frame),
    marks: [
      ...(heat === null ? [] : heatMarks(heat, edges)),
      { kind: 'boxes', look: 'apart', boxes: apart(frame).map(([from, to]) => fullHeight(from, to)), isSnapped: true },
      ...seriesMarks(series, frame, edges),
      ...(chart.planned ? planMarks(frame) : []),
      ...silenceMarks(chart, frame),
      ...limits.map(({ at, standing, text }) => {
        const levels = typeof at === 'number' ? edges.map(() => at) : at;
        const points = levels.map(
          (each, i): Point => [typeof at === 'number' ? (edges[i] ?? 0) : middle(frame, i), each],
        );
        return line(`limit ${limitTone(standing)}`, points, { title: `${text}: ${standing}` });
      }),
      ...stageMarks(chart, frame, width),
    ],
    legend: legendOf(chart, frame),
    legendEnd: heat !== null && heatKey(heat),
    cursor: true,
  };
}

/** Of what cannot be told the line is as quiet as the rest. */
function limitTone(standing: ThresholdStanding): string {
  return standing === 'cannot be told' ? 'untold' : standing;
}

function legendOf({ series, limits, planned, named }: TimeChart, { schedule, silences }: TimeFrame): Plot['legend'] {
  return [
    ...series.flatMap(({ label, tone, shape }, i) =>
      shape === 'none' ? [] : [[`${tone} ${shape}`, html`${label} <b data-series="${i}"></b>`] as const],
    ),
    ...(planned && schedule !== null ? [['plan', 'Planned'] as const] : []),
    ...limits.map(
      ({ text, standing }) => [`limit ${limitTone(standing)}`, html`<code>${text}</code> ${standing}`] as const,
    ),
    ...(named && silences.length > 0 ? [['hatch', 'Silence'] as const] : []),
  ];
}

const tickTexts: Readonly<Record<TimeChart['unit'], (value: number) => string>> = {
  count: rateText,
  percent: (percent) => `${percent} %`,
  ms: (ms) => `${ms} ms`,
  latency: latencyText,
};

/** Room above the highest value; limits are in sight where they are not far above. */
function yAxis({ unit, series, limits, heat, planned }: TimeChart, { seconds, schedule }: TimeFrame): Axis {
  const text = tickTexts[unit];
  if (unit === 'percent') return { ends: [0, 100], text };
  const levels = limits.flatMap(({ at }) => at);
  if (unit === 'latency') {
    const high = heat?.edgesUs.at(-1) ?? 10;
    const top = Math.max(high, ...levels.filter((at) => at < 3 * high).map((at) => at * 1.2));
    return { kind: 'log', ends: [Math.max(1, heat?.edgesUs[0] ?? 1), top], text };
  }
  const drawn = series.filter(({ shape }) => shape !== 'none');
  const bars = drawn.filter(({ shape }) => shape === 'bars');
  const stacked = seconds.map((_, i) => bars.reduce((sum, { values }) => sum + (values[i] ?? 0), 0));
  const stages = planned ? (schedule?.stretches ?? []).flatMap((stretch) => stretch.stages) : [];
  let high = 0;
  for (const values of [stacked, stages.flatMap(({ from, to }) => [from, to]), ...drawn.map((one) => one.values)])
    for (const value of values) high = Math.max(high, value ?? 0);
  return { ends: [0, Math.max(1, high, ...levels.filter((at) => at < 2 * high)) * 1.08], text };
}

/** The second in the middle of a column. */
function middle({ seconds, secondsPerColumn }: TimeFrame, column: number): number {
  return (seconds[column] ?? 0) + secondsPerColumn / 2;
}

function seriesMarks(series: readonly Series[], frame: TimeFrame, edges: readonly number[]): Mark[] {
  const below = frame.seconds.map(() => 0);
  return series.flatMap(({ tone, shape, values }): Mark[] => {
    if (shape === 'bars') {
      const boxes = values.map((value, i): Box => {
        const from = below[i] ?? 0;
        const to = from + (value ?? 0);
        below[i] = to;
        return [
          [edges[i] ?? 0, from],
          [edges[i + 1] ?? 0, to],
        ];
      });
      return [{ kind: 'boxes', look: `bars ${tone}`, boxes: boxes.filter(([[, from], [, to]]) => to > from) }];
    }
    if (shape === 'none') return [];
    const points = values.map((value, i): Point | null => (value === null ? null : [middle(frame, i), value]));
    const drawn = line(`line ${tone}`, points);
    const known = points.filter((point) => point !== null);
    const [first, last] = [known[0], known.at(-1)];
    if (shape === 'line' || first === undefined || last === undefined) return [drawn];
    return [{ kind: 'surface', look: `fill ${tone}`, points: [...known, [last[0], 0], [first[0], 0]] }, drawn];
  });
}

function planMarks({ schedule }: TimeFrame): Mark[] {
  return (schedule?.stretches ?? []).map(({ stages }) => {
    const points = stages.flatMap(({ fromSecond, toSecond, from, to }): Point[] => [
      [fromSecond, from],
      [toSecond, to],
    ]);
    return line('line plan', points);
  });
}

/** Second in which the last stage ends; after it walks under way come to their end. */
export function plannedEnd({ stages, fromSecond }: Schedule['stretches'][number]): number {
  return stages.at(-1)?.toSecond ?? fromSecond;
}

/** Warm-up and drain stand back, as far as they are in sight. */
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

/** Seconds in which nothing came back, hatched. */
function silenceMarks({ id }: TimeChart, { silences, fromSecond, toSecond }: TimeFrame): Mark[] {
  return silences
    .filter((silence) => silence.toSecond > fromSecond && silence.fromSecond < toSecond)
    .map((silence, i) => ({
      kind: 'hatch',
      look: 'hatching',
      id: `hatch-${id}-${i}`,
      title: `Silence: nothing came back from ${clockText(silence.fromSecond)} to ${clockText(silence.toSecond)}`,
      box: fullHeight(silence.fromSecond, silence.toSecond),
    }));
}

/** Narrower than this there is no room for a name, px. */
const nameWidth = 42;
/** Of traffic that is replayed, a stage a minute, the line of the plan says enough. */
const mostMarkedStages = 8;

/** Where stages and runs meet, and what the shaded ends are. */
function stageMarks({ named }: TimeChart, frame: TimeFrame, width: number): Mark[] {
  const stretches = frame.schedule?.stretches ?? [];
  const { xOf } = timeScale(frame, width);
  const lines = (look: string, seconds: readonly number[]): Mark[] =>
    seconds.filter((at) => at > frame.fromSecond && at < frame.toSecond).map((at) => upright(look, at));
  const stages = stretches.flatMap(({ stages }) =>
    stages.length > mostMarkedStages ? [] : stages.slice(1).map(({ fromSecond }) => fromSecond),
  );
  const several = stretches.length > 1;
  const names = (texts: readonly (readonly [number, string])[], down: number): Mark[] =>
    texts
      .filter(([at]) => named && at >= frame.fromSecond && xOf(at) < width - nameWidth)
      .map(([at, text]) => nameAt(at, text, [4, down]));
  const wide = apart(frame).filter(([from, to]) => !several || xOf(to) - xOf(from) >= nameWidth);
  const runs = several ? stretches.map(({ fromSecond }, i) => [fromSecond, `run ${i + 1}`] as const) : [];
  return [
    ...lines('stage', stages),
    ...lines(
      'run',
      stretches.slice(1).map(({ fromSecond }) => fromSecond),
    ),
    ...names(
      wide.map(([from, , name]) => [from, name]),
      11,
    ),
    ...names(runs, 24),
  ];
}
