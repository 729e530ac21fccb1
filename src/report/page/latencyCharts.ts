import uPlot from 'uplot';
import type { EndpointCharts } from '../pageData.ts';
import { countText } from '../quantities.ts';
import { axis, base, decadeSplits, draw, latencyAxis, latencyValue, line } from './chartOptions.ts';
import { colour } from './theme.ts';

const height = 220;

/** Latency by percentile; every nine takes the same room, so the tail can be read. */
export function curveChart(place: HTMLElement, { experienced, service }: EndpointCharts): uPlot {
  const nines = [...experienced.nines];
  const last = nines.at(-1) ?? 1;
  const log = (values: readonly number[]): number[] => values.map((us) => Math.log10(Math.max(1, us)));
  const value = (plot: uPlot, at: number | null): string => latencyValue(plot, at === null ? null : 10 ** at);
  return draw(
    place,
    {
      ...base(place, height, null),
      scales: {
        x: { time: false, range: () => [0, last] },
        y: { range: (_, min, max) => [Math.floor(min * 4) / 4, Math.max(Math.ceil(max * 4) / 4, min + 0.25)] },
      },
      axes: [
        axis({
          splits: () => [0, Math.log10(2), ...[1, 2, 3, 4, 5, 6].filter((nine) => nine <= last)],
          values: (_, splits) => splits.map(percentText),
          filter: (_, splits) => splits,
          space: 30,
          size: 30,
        }),
        latencyAxis({ splits: decadeSplits }),
      ],
      series: [
        { label: 'Percentile', value: (_, at) => (at === null ? '–' : percentText(at)) },
        line('Experienced', '--c1', { value, width: 2 }),
        line('Service', '--c2', { value, dash: [5, 3] }),
      ],
    },
    [nines, log(experienced.us), log(service.us)],
  );
}

function percentText(nines: number): string {
  return `${Number((100 * (1 - 10 ** -nines)).toFixed(Math.max(0, Math.ceil(nines) - 1)))} %`;
}

/** Requests by latency, on a logarithmic scale: service as steps over the experienced as bars. */
export function binsChart(place: HTMLElement, { bins }: EndpointCharts): uPlot {
  const x = bins.edgesUs.slice(0, -1).map((edge) => Math.log10(Math.max(1, edge)));
  const end = Math.log10(Math.max(1, bins.edgesUs.at(-1) ?? 1));
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  const steps = stepped === undefined ? {} : { paths: stepped };
  const value = (_: uPlot, count: number | null): string => (count === null ? '–' : countText(count));
  return draw(
    place,
    {
      ...base(place, height, null),
      scales: {
        x: { time: false, range: () => [x[0] ?? 0, end] },
        y: { range: (_, __, max) => [0, Math.max(1, max * 1.08)] },
      },
      axes: [
        axis({
          splits: decadeSplits,
          values: (plot, splits) => splits.map((at) => latencyValue(plot, 10 ** at)),
          grid: { show: false },
          space: 60,
          size: 30,
        }),
        axis({ size: 52 }),
      ],
      series: [
        { label: 'From', value: (plot, at) => latencyValue(plot, at === null ? null : 10 ** at) },
        line('Experienced', '--c1', { fill: colour('--c1-fill'), width: 1, value, ...steps }),
        line('Service', '--c2', { value, ...steps }),
      ],
    },
    // The last value again at the right edge, or the last step would have no width.
    [
      [...x, end],
      [...bins.experienced, bins.experienced.at(-1) ?? 0],
      [...bins.service, bins.service.at(-1) ?? 0],
    ],
  );
}
