import type uPlot from 'uplot';
import type { SideColumns } from '../pageData.ts';
import { base, draw, latencyAxis, latencyValue, line, secondsAxis, timeSeries } from './chartOptions.ts';

const height = 220;

/** Latency of base and candidate on one axis of time. */
export function sidesChart(place: HTMLElement, sides: SideColumns): uPlot {
  return draw(
    place,
    {
      ...base(place, height, null),
      scales: { x: { time: false }, y: { range: (_, __, max) => [0, Math.max(1, max * 1.08)] } },
      axes: [secondsAxis(), latencyAxis({ values: (plot, splits) => splits.map((us) => latencyValue(plot, us)) })],
      series: [
        timeSeries(),
        line('Base', '--c1', { value: latencyValue, width: 2 }),
        line('Candidate', '--c2', { value: latencyValue, width: 2 }),
      ],
    },
    [[...sides.seconds], [...sides.base], [...sides.candidate]],
  );
}
