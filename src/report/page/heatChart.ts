import type uPlot from 'uplot';
import type { HeatMap, ReportData, TimeColumns } from '../pageData.ts';
import { base, decadeSplits, draw, latencyAxis, latencyValue, line, secondsAxis, timeSeries } from './chartOptions.ts';
import { colour } from './theme.ts';
import { type Chart, timeSync } from './timeCharts.ts';

/** Latency over time: cells darker the more requests they hold, with lines for the median and the tail. */
export function heatChart(place: HTMLElement, time: TimeColumns, heat: HeatMap): Chart {
  let shown = { heat, firstSecond: time.seconds[0] ?? 0 };
  const value = (plot: uPlot, log: number | null): string => latencyValue(plot, log === null ? null : 10 ** log);
  const plot = draw(
    place,
    {
      ...base(place, 320, timeSync),
      scales: { x: { time: false }, y: { range: () => latencyRange(shown.heat) } },
      axes: [secondsAxis(), latencyAxis({ splits: decadeSplits, grid: { show: false } })],
      series: [
        timeSeries(),
        line('Median', '--ink', { value, width: 2 }),
        line('95th percentile', '--c2', { value, width: 1.25 }),
        line('99th percentile', '--bad', { value, width: 1.25 }),
      ],
      hooks: { drawClear: [(drawn) => drawCells(drawn, shown.heat, shown.firstSecond)] },
    },
    lines(time),
  );
  const update = (data: ReportData): void => {
    if (data.time === null || data.heat === null) return;
    shown = { heat: data.heat, firstSecond: data.time.seconds[0] ?? 0 };
    plot.setData(lines(data.time));
  };
  return { plot, update };
}

function lines(time: TimeColumns): uPlot.AlignedData {
  const logarithms = (values: readonly number[]): (number | null)[] =>
    values.map((value) => (value > 0 ? Math.log10(value) : null));
  return [[...time.seconds], logarithms(time.p50), logarithms(time.p95), logarithms(time.p99)];
}

function latencyRange({ edgesUs }: HeatMap): [number, number] {
  return [Math.log10(Math.max(1, edgesUs[0] ?? 1)), Math.log10(Math.max(10, edgesUs.at(-1) ?? 10))];
}

function drawCells(plot: uPlot, heat: HeatMap, firstSecond: number): void {
  const { ctx, bbox } = plot;
  const shades = [1, 2, 3, 4, 5, 6, 7].map((step) => colour(`--heat-${step}`));
  let most = 1;
  for (let i = 2; i < heat.cells.length; i += 3) most = Math.max(most, heat.cells[i] ?? 0);
  const scale = Math.log1p(most);
  const y = heat.edgesUs.map((edge) => plot.valToPos(Math.log10(Math.max(1, edge)), 'y', true));
  const x = Array.from({ length: heat.columns + 1 }, (_, i) =>
    plot.valToPos(firstSecond + (i - 0.5) * heat.secondsPerColumn, 'x', true),
  );
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (let i = 0; i + 2 < heat.cells.length; i += 3) {
    const column = heat.cells[i] ?? 0;
    const row = heat.cells[i + 1] ?? 0;
    const left = x[column] ?? 0;
    const right = x[column + 1] ?? left;
    if (right < bbox.left || left > bbox.left + bbox.width) continue;
    const top = y[row + 1] ?? 0;
    const shade = Math.min(6, Math.floor((Math.log1p(heat.cells[i + 2] ?? 0) / scale) * 7));
    ctx.fillStyle = shades[shade] ?? 'transparent';
    // Whole pixels, or hairlines of the ground show between the cells.
    ctx.fillRect(
      Math.floor(left),
      Math.floor(top),
      Math.ceil(right) - Math.floor(left),
      Math.ceil(y[row] ?? top) - Math.floor(top),
    );
  }
  ctx.restore();
}
