import type uPlot from 'uplot';
import type { CapacityCharts } from '../pageData.ts';
import { latencyText, rateText } from '../quantities.ts';
import { axis, base, draw, line } from './chartOptions.ts';

/** Completed a second and p99 against the offered rate, with the fitted law where there is one. */
export function capacityChart(place: HTMLElement, capacity: CapacityCharts): uPlot {
  const rate = (_: uPlot, value: number | null): string => (value === null ? '–' : rateText(value));
  const points = { show: true, size: 6 };
  const hasFit = capacity.fitted.some((value) => value !== null);
  return draw(
    place,
    {
      ...base(place, 260, null),
      scales: {
        x: { time: false, range: (_, __, max) => [0, max * 1.03] },
        y: { range: (_, __, max) => [0, max * 1.08] },
        latency: { range: (_, __, max) => [0, max * 1.08] },
      },
      axes: [
        axis({ size: 30, grid: { show: false }, values: (_, splits) => splits.map((v) => `${rateText(v)}/s`) }),
        axis({ size: 52, values: (_, splits) => splits.map((v) => `${rateText(v)}/s`) }),
        axis({ scale: 'latency', side: 1, size: 62, grid: { show: false }, values: (_, s) => s.map(latencyText) }),
      ],
      series: [
        { label: 'Offered', value: rate },
        line('Completed a second', '--c1', { value: rate, points }),
        ...(hasFit ? [line('Fitted law', '--muted', { value: rate, dash: [4, 3] })] : []),
        line('99th percentile', '--bad', {
          scale: 'latency',
          points,
          value: (_, us) => (us === null ? '–' : latencyText(us)),
        }),
      ],
    },
    [[...capacity.offered], [...capacity.completed], ...(hasFit ? [[...capacity.fitted]] : []), [...capacity.p99Us]],
  );
}
