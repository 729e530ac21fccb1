import type uPlot from 'uplot';
import type { ReportData, TimeColumns } from '../pageData.ts';
import { axis, base, draw, line, secondsAxis, timeSeries } from './chartOptions.ts';
import { colour } from './theme.ts';

const height = 190;
/** Charts over time share their cursor and their zoom. */
export const timeSync = 'time';

/** A chart that is drawn, and how it takes later data: on the live page. */
export interface Chart {
  readonly plot: uPlot;
  readonly update: (data: ReportData) => void;
}

/** Counts have no halves. */
const wholeSteps = [0, 1, 2, 3, 4, 5, 6]
  .flatMap((power) => [1, 2, 2.5, 5].map((step) => step * 10 ** power))
  .filter(Number.isInteger);

type Pick = (time: TimeColumns) => readonly (readonly number[])[];

function chart(place: HTMLElement, time: TimeColumns, series: uPlot.Series[], pick: Pick): Chart {
  const aligned = (now: TimeColumns): uPlot.AlignedData => [
    [...now.seconds],
    ...pick(now).map((values) => [...values]),
  ];
  const plot = draw(
    place,
    {
      ...base(place, height, timeSync),
      scales: { x: { time: false }, y: { range: (_, __, max) => [0, Math.max(1, max * 1.08)] } },
      axes: [secondsAxis(), axis({ size: 52, incrs: wholeSteps })],
      series: [timeSeries(), ...series],
    },
    aligned(time),
  );
  return { plot, update: (data) => data.time !== null && plot.setData(aligned(data.time)) };
}

/** Probes send requests that belong to no arrival: then there is no line of arrivals, except where some may come. */
export function throughputChart(place: HTMLElement, time: TimeColumns, live: boolean): Chart {
  const arrived = live || time.arrivals.some((value) => value > 0);
  const requests = line('Requests a second', '--c1', { fill: colour('--c1-wash') });
  return chart(place, time, arrived ? [requests, line('Arrivals a second', '--c2')] : [requests], (now) =>
    arrived ? [now.requests, now.arrivals] : [now.requests],
  );
}

export function activeChart(place: HTMLElement, time: TimeColumns): Chart {
  return chart(place, time, [line('Active', '--c1', { fill: colour('--c1-wash') })], (now) => [now.active]);
}

const troubles = [
  ['Errors', '--bad', 'errors'],
  ['Violations', '--c4', 'violations'],
  ['Dropped', '--c2', 'dropped'],
  ['Throttled', '--c3', 'throttled'],
  ['Expected rejections', '--muted', 'expectedRejections'],
] as const;

/** Series that stayed at zero are left out, except where later data may come. */
export function errorsChart(place: HTMLElement, time: TimeColumns, live: boolean): Chart {
  const shown = troubles.filter(([, , name]) => live || name === 'errors' || time[name].some((value) => value > 0));
  return chart(
    place,
    time,
    shown.map(([label, stroke, name]) =>
      line(label, stroke, name === 'expectedRejections' ? { dash: [3, 3], width: 1 } : {}),
    ),
    (now) => shown.map(([, , name]) => now[name]),
  );
}
