import type uPlot from 'uplot';
import type { EndpointCharts, ReportData } from '../pageData.ts';
import { capacityChart } from './capacityChart.ts';
import { heatChart } from './heatChart.ts';
import { binsChart, curveChart } from './latencyCharts.ts';
import { onThemeChange } from './theme.ts';
import { activeChart, errorsChart, throughputChart } from './timeCharts.ts';

interface Mounted {
  readonly place: HTMLElement;
  readonly draw: (place: HTMLElement) => uPlot | null;
  plot: uPlot | null;
}

const mounted = new Map<Element, Mounted>();

/** Draws each chart when it comes near the screen, and again when its room or the theme changes. */
export function mountCharts(data: ReportData): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-chart]')) {
    const draw = drawing(place, data);
    if (draw === null) continue;
    mounted.set(place, { place, draw, plot: null });
    nearScreen.observe(place);
    room.observe(place);
  }
}

const nearScreen = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) drawIfMissing(target);
  },
  { rootMargin: '400px' },
);

const room = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) {
    const chart = mounted.get(target);
    if (chart?.plot && Math.abs(chart.plot.width - contentRect.width) > 1)
      chart.plot.setSize({ width: Math.floor(contentRect.width), height: chart.plot.height });
  }
});

onThemeChange(() => {
  for (const chart of mounted.values()) {
    if (chart.plot === null) continue;
    chart.plot.destroy();
    chart.plot = chart.draw(chart.place);
  }
});

export function drawAllCharts(): void {
  for (const place of mounted.keys()) drawIfMissing(place);
}

function drawIfMissing(place: Element): void {
  const chart = mounted.get(place);
  if (chart === undefined || chart.plot !== null || chart.place.clientWidth === 0) return;
  chart.plot = chart.draw(chart.place);
}

function drawing(place: HTMLElement, data: ReportData): Mounted['draw'] | null {
  const name = place.dataset.endpoint ?? '';
  const { time, heat } = data;
  switch (place.dataset.chart) {
    case 'throughput':
      return time && ((at) => throughputChart(at, time));
    case 'active':
      return time && ((at) => activeChart(at, time));
    case 'errors':
      return time && ((at) => errorsChart(at, time));
    case 'heat':
      return time && heat && ((at) => heatChart(at, time, heat));
    case 'curve':
      return ofEndpoint(data, name, curveChart);
    case 'bins':
      return ofEndpoint(data, name, binsChart);
    case 'capacity': {
      const capacity = data.capacity.find(({ datacenter }) => datacenter === name);
      return capacity === undefined ? null : (at) => capacityChart(at, capacity);
    }
    default:
      return null;
  }
}

function ofEndpoint(
  data: ReportData,
  name: string,
  chart: (at: HTMLElement, endpoint: EndpointCharts) => uPlot,
): Mounted['draw'] | null {
  const found = data.endpoints.find(({ endpoint }) => endpoint === name);
  return found === undefined ? null : (at) => chart(at, found);
}
