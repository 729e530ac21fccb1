import type { ThresholdStanding } from '../../result/thresholdStanding.ts';
import { type Html, type HtmlPart, html } from '../html/html.ts';
import { latencyText, rateText } from '../quantities.ts';
import { heatHtml, heatKey } from './heatMap.ts';
import {
  type Area,
  boxesPath,
  clockSteps,
  clockText,
  label,
  linearScale,
  linePath,
  logScale,
  pathHtml,
  picture,
  px,
  type Scale,
} from './plot.ts';
import { marks, shades, silencesHtml, type TimeChart, type TimeFrame } from './timeChart.ts';

const axisHeight = 20;

/** Where a chart's values stand in a picture of some width. */
export function timeArea(width: number, height: number): Area {
  return { left: width < 500 ? 52 : 58, right: width - 12, top: 10, bottom: height - axisHeight };
}

/** The chart with its legend; `width` in px. */
export function timeChartHtml(chart: TimeChart, frame: TimeFrame, width: number): Html {
  if (chart.empty !== null) return html`<p class="empty">${chart.empty}</p>`;
  const area = timeArea(width, chart.height);
  const x = linearScale([frame.fromSecond, frame.toSecond], [area.left, area.right], width < 500 ? 60 : 80, clockSteps);
  const y = yScale(chart, frame, area);
  const clip = `clip-${chart.id}`;
  return html`${legend(chart, frame)}${picture(width, chart.height, chart.caption, [
    html`<clipPath id="${clip}"><rect x="${area.left}" y="${area.top}" width="${px(area.right - area.left)}" height="${px(area.bottom - area.top)}"/></clipPath>`,
    axes(chart, x, y, area),
    html`<g clip-path="url(#${clip})">${chart.heat !== null && heatHtml(chart.heat, columnEdges(frame, x), y)}${shades(frame, x, area)}${chart.series.length > 0 && seriesHtml(chart, frame, x, y)}${chart.planned && planHtml(frame, x, y)}${silencesHtml(chart, frame, x, area)}${limitsHtml(chart, frame, x, y, area)}</g>`,
    marks(chart, frame, x, area),
    html`<g class="cursor"><line y1="${area.top}" y2="${area.bottom}"/><rect y="${area.top}" height="${area.bottom - area.top}"/></g>`,
  ])}`;
}

function legend({ series, limits, heat, planned, named }: TimeChart, { schedule, silences }: TimeFrame): Html {
  const withPlan = planned && schedule !== null;
  return html`<p class="legend">${series.map(
    ({ label: name, tone, shape }, i) =>
      html`<span><i class="key ${tone} ${shape}"></i>${name} <b data-series="${i}"></b></span>`,
  )}${withPlan && html`<span><i class="key plan"></i>Planned</span>`}${limits.map(
    ({ text, standing }) =>
      html`<span><i class="key limit ${limitTone(standing)}"></i><code>${text}</code> ${standing}</span>`,
  )}${named && silences.length > 0 && html`<span><i class="key hatch"></i>Silence</span>`}${heat !== null && heatKey(heat)}</p>`;
}

/** Room above the highest value; limits are in sight where they are not far above. */
function yScale({ unit, series, limits, heat, planned }: TimeChart, frame: TimeFrame, area: Area): Scale {
  const ends = [area.bottom, area.top] as const;
  if (unit === 'percent') return linearScale([0, 100], ends, 30);
  const levels = limits.flatMap(({ at }) => at);
  if (unit === 'latency') {
    const low = heat?.edgesUs[0] ?? 1;
    const high = heat?.edgesUs.at(-1) ?? 10;
    return logScale(
      [Math.max(1, low), Math.max(high, ...levels.filter((at) => at < 3 * high).map((at) => at * 1.2))],
      ends,
      16,
    );
  }
  const bars = series.filter(({ shape }) => shape === 'bars');
  const stacked = frame.seconds.map((_, i) => bars.reduce((sum, { values }) => sum + (values[i] ?? 0), 0));
  const plan = planned
    ? (frame.schedule?.stretches ?? []).flatMap(({ stages }) => stages.flatMap(({ from, to }) => [from, to]))
    : [];
  let high = 0;
  for (const values of [stacked, plan, ...series.map((one) => one.values)])
    for (const value of values) high = Math.max(high, value ?? 0);
  return linearScale([0, Math.max(1, high, ...levels.filter((at) => at < 2 * high)) * 1.08], ends, 34);
}

const tickTexts: Readonly<Record<TimeChart['unit'], (value: number) => string>> = {
  count: rateText,
  percent: (percent) => `${percent} %`,
  ms: (ms) => `${ms} ms`,
  latency: latencyText,
};

function axes({ unit }: TimeChart, x: Scale, y: Scale, { left, right, bottom }: Area): HtmlPart {
  const text = tickTexts[unit];
  const lines = y.ticks.map((tick) => `M${left} ${px(y.at(tick))}H${right}`).join('');
  return [
    pathHtml('grid', lines),
    html`<g class="axis">${y.ticks.map((tick) => label(left - 6, y.at(tick) + 4, text(tick), 'end'))}${x.ticks.map((tick) => label(x.at(tick), bottom + 15, clockText(tick), x.at(tick) > right - 16 ? 'end' : 'middle'))}</g>`,
  ];
}

/** Middles of the columns, and their edges. */
function middle(frame: TimeFrame, x: Scale, i: number): number {
  return x.at((frame.seconds[i] ?? 0) + frame.secondsPerColumn / 2);
}

function columnEdges({ seconds, secondsPerColumn }: TimeFrame, x: Scale): number[] {
  return [...seconds.map((second) => x.at(second)), x.at((seconds.at(-1) ?? 0) + secondsPerColumn)];
}

function seriesHtml(chart: TimeChart, frame: TimeFrame, x: Scale, y: Scale): HtmlPart {
  const { series } = chart;
  const base = y.at(0);
  const below = frame.seconds.map(() => 0);
  const edges = columnEdges(frame, x);
  return series.map(({ tone, shape, values }) => {
    if (shape === 'bars') {
      const boxes = values.flatMap((value, i) => {
        if (value === null || value <= 0) return [];
        const from = below[i] ?? 0;
        below[i] = from + value;
        const left = edges[i] ?? 0;
        const width = Math.max(1, (edges[i + 1] ?? left) - left - 0.5);
        return [[left, y.at(from + value), width, y.at(from) - y.at(from + value)] as const];
      });
      return pathHtml(`bars ${tone}`, boxesPath(boxes));
    }
    const points = values.map((value, i) => (value === null ? null : ([middle(frame, x, i), y.at(value)] as const)));
    const line = pathHtml(`line ${tone} ${shape}`, linePath(points));
    if (shape !== 'area') return line;
    const known = points.filter((point) => point !== null);
    const [first, last] = [known[0], known.at(-1)];
    if (first === undefined || last === undefined) return line;
    return [pathHtml(`fill ${tone}`, `${linePath([...known, [last[0], base], [first[0], base]])}z`), line];
  });
}

function planHtml({ schedule }: TimeFrame, x: Scale, y: Scale): HtmlPart {
  const lines = (schedule?.stretches ?? []).map(({ stages }) =>
    linePath(
      stages.flatMap(
        ({ fromSecond, toSecond, from, to }) =>
          [
            [x.at(fromSecond), y.at(from)],
            [x.at(toSecond), y.at(to)],
          ] as const,
      ),
    ),
  );
  return pathHtml('line plan', lines.join(''));
}

function limitsHtml({ limits }: TimeChart, frame: TimeFrame, x: Scale, y: Scale, { left, right }: Area): HtmlPart {
  return limits.map(({ at, standing, text }) => {
    const path =
      typeof at === 'number'
        ? `M${left} ${px(y.at(at))}H${right}`
        : linePath(at.map((level, i) => [middle(frame, x, i), y.at(level)] as const));
    return html`<g><title>${text}: ${standing}</title>${pathHtml(`limit ${limitTone(standing)}`, path)}</g>`;
  });
}

/** Of what cannot be told the line is as quiet as the rest. */
function limitTone(standing: ThresholdStanding): string {
  return standing === 'cannot be told' ? 'untold' : standing;
}
