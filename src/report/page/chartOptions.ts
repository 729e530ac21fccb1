import uPlot from 'uplot';
import { latencyText, rateText } from '../quantities.ts';
import { colour } from './theme.ts';

const font = '12px Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

/** An axis in the page's colours: hairline grid, no ticks. */
export function axis(options: uPlot.Axis = {}): uPlot.Axis {
  return {
    stroke: colour('--muted'),
    font,
    grid: { stroke: colour('--hairline'), width: 1 },
    ticks: { show: false },
    gap: 6,
    ...options,
  };
}

/** The axis of time since the start of the run. */
export function secondsAxis(): uPlot.Axis {
  return axis({
    grid: { show: false },
    size: 30,
    space: 70,
    values: (_, splits) => splits.map(clockText),
    incrs: [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200],
  });
}

/** Seconds as a clock: `0:45`, `12:30`, `1:02:30`. */
function clockText(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** A line of a chart. */
export function line(label: string, stroke: string, options: Partial<uPlot.Series> = {}): uPlot.Series {
  return { label, stroke: colour(stroke), width: 1.5, points: { show: false }, value: rateValue, ...options };
}

/** The series of the x axis over time. */
export function timeSeries(): uPlot.Series {
  return { label: 'Time', value: (_, seconds) => (seconds === null ? '–' : clockText(seconds)) };
}

export function latencyValue(_: uPlot, us: number | null): string {
  return us === null ? '–' : latencyText(us);
}

function rateValue(_: uPlot, value: number | null): string {
  return value === null ? '–' : rateText(value);
}

/** Decades of latency that fit between the ends of a logarithmic scale of log10 µs. */
export function latencyAxis(options: uPlot.Axis = {}): uPlot.Axis {
  return axis({ size: 62, values: (_, splits) => splits.map((log) => latencyText(10 ** log)), ...options });
}

/** Ticks of a log10 scale: each decade, and 2 and 5 within it where there is room. */
export function decadeSplits(_: uPlot, __: number, min: number, max: number): number[] {
  const fine = max - min < 2.2 ? [1, 2, 5] : max - min < 4 ? [1, 3] : [1];
  const splits: number[] = [];
  for (let decade = Math.floor(min); decade <= Math.ceil(max); decade++)
    for (const step of fine) {
      const at = decade + Math.log10(step);
      if (at >= min && at <= max) splits.push(at);
    }
  return splits;
}

/** Options that every chart shares. Charts with the same `sync` show the same time. */
export function base(
  place: HTMLElement,
  height: number,
  sync: string | null,
): Pick<uPlot.Options, 'width' | 'height' | 'cursor' | 'legend' | 'padding'> {
  return {
    width: Math.floor(place.clientWidth),
    height,
    padding: [10, 26, 0, 0],
    legend: { live: true, markers: { width: 0, fill: (u, i) => strokeOf(u, i) } },
    cursor: {
      y: false,
      points: { size: 6 },
      drag: { x: true, y: false, setScale: true },
      ...(sync === null ? {} : { sync: { key: sync, scales: ['x', null] } }),
    },
  };
}

function strokeOf(plot: uPlot, index: number): string {
  const stroke = plot.series[index]?.stroke;
  return typeof stroke === 'function' ? String(stroke(plot, index)) : String(stroke ?? 'transparent');
}

export function draw(place: HTMLElement, options: uPlot.Options, data: uPlot.AlignedData): uPlot {
  place.replaceChildren();
  return new uPlot(options, data, place);
}
