import type uPlot from 'uplot';
import type { TimeColumns } from '../pageData.ts';
import { axis, base, draw, line, secondsAxis, timeSeries } from './chartOptions.ts';
import { colour } from './theme.ts';

const height = 190;
/** Charts over time share their cursor and their zoom. */
export const timeSync = 'time';

function chart(
  place: HTMLElement,
  series: uPlot.Series[],
  [seconds, ...values]: readonly [readonly number[], ...(readonly number[])[]],
): uPlot {
  return draw(
    place,
    {
      ...base(place, height, timeSync),
      scales: { x: { time: false }, y: { range: (_, __, max) => [0, Math.max(1, max * 1.08)] } },
      axes: [secondsAxis(), axis({ size: 52 })],
      series: [timeSeries(), ...series],
    },
    [[...seconds], ...values.map((column) => [...column])],
  );
}

export function throughputChart(place: HTMLElement, time: TimeColumns): uPlot {
  return chart(
    place,
    [line('Requests a second', '--c1', { fill: colour('--c1-wash') }), line('Arrivals a second', '--c2')],
    [time.seconds, time.requests, time.arrivals],
  );
}

export function activeChart(place: HTMLElement, time: TimeColumns): uPlot {
  return chart(place, [line('Active', '--c1', { fill: colour('--c1-wash') })], [time.seconds, time.active]);
}

export function errorsChart(place: HTMLElement, time: TimeColumns): uPlot {
  const series: readonly (readonly [string, string, readonly number[]])[] = [
    ['Errors', '--bad', time.errors],
    ['Violations', '--c4', time.violations],
    ['Dropped', '--c2', time.dropped],
    ['Throttled', '--c3', time.throttled],
    ['Expected rejections', '--muted', time.expectedRejections],
  ];
  const shown = series.filter(([label, , values]) => label === 'Errors' || values.some((value) => value > 0));
  return chart(
    place,
    shown.map(([label, stroke]) =>
      line(label, stroke, label === 'Expected rejections' ? { dash: [3, 3], width: 1 } : {}),
    ),
    [time.seconds, ...shown.map(([, , values]) => values)],
  );
}
