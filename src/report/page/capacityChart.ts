import type uPlot from 'uplot';
import type { CapacityCharts } from '../pageData.ts';
import { latencyText, rateText } from '../quantities.ts';
import { axis, base, draw, line } from './chartOptions.ts';
import { colour } from './theme.ts';

/** What the service got done and p99 against the offered rate, with the fitted law where there is one. */
export function capacityChart(place: HTMLElement, capacity: CapacityCharts): uPlot {
  const rate = (_: uPlot, value: number | null): string => (value === null ? '–' : rateText(value));
  const points = { show: true, size: 6 };
  const hasFit = capacity.fitted.some((value) => value !== null);
  return draw(
    place,
    {
      ...base(place, 260, null),
      hooks: { drawClear: [(plot) => drawMarks(plot, capacity)] },
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
        line('Carried a second', '--c1', { value: rate, points }),
        ...(hasFit ? [line('Fitted law', '--muted', { value: rate, dash: [4, 3] })] : []),
        line('99th percentile', '--bad', {
          scale: 'latency',
          points,
          value: (_, us) => (us === null ? '–' : latencyText(us)),
        }),
      ],
    },
    [[...capacity.offered], [...capacity.carried], ...(hasFit ? [[...capacity.fitted]] : []), [...capacity.p99Us]],
  );
}

/** Under the lines: the interval of the answer as a band, open upwards for "at least", and the knee as a dashed line. */
function drawMarks(plot: uPlot, { low, high, kneePerSecond }: CapacityCharts): void {
  const { ctx, bbox } = plot;
  const right = bbox.left + bbox.width;
  const at = (rate: number): number => Math.min(right, plot.valToPos(rate, 'x', true));
  ctx.save();
  ctx.fillStyle = colour('--c1-fill');
  const from = at(low);
  ctx.fillRect(from, bbox.top, Math.max(2, (high === null ? right : at(high)) - from), bbox.height);
  if (kneePerSecond !== null) {
    const x = at(kneePerSecond);
    ctx.strokeStyle = colour('--muted');
    ctx.fillStyle = colour('--muted');
    ctx.setLineDash([3 * devicePixelRatio, 4 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.font = `${12 * devicePixelRatio}px Inter, sans-serif`;
    ctx.textAlign = 'right';
    ctx.fillText('knee', x - 5 * devicePixelRatio, bbox.top + 14 * devicePixelRatio);
  }
  ctx.restore();
}
