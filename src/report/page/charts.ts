import type uPlot from 'uplot';
import type { EndpointCharts, ReportData } from '../pageData.ts';
import { capacityChart } from './capacityChart.ts';
import { heatChart } from './heatChart.ts';
import { binsChart, curveChart } from './latencyCharts.ts';
import { sidesChart } from './sidesChart.ts';
import { onThemeChange } from './theme.ts';
import { activeChart, type Chart, errorsChart, throughputChart } from './timeCharts.ts';

interface Mounted {
  readonly place: HTMLElement;
  readonly draw: (place: HTMLElement) => Chart;
  chart: Chart | null;
}

const mounted = new Map<Element, Mounted>();

/** Draws each chart when it comes near the screen, and again when its room or the theme changes. */
export function mountCharts(data: ReportData): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-chart]')) {
    const draw = drawing(place, data);
    if (draw === null) continue;
    mounted.set(place, { place, draw, chart: null });
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
    const plot = mounted.get(target)?.chart?.plot;
    if (plot !== undefined && Math.abs(plot.width - contentRect.width) > 1)
      plot.setSize({ width: Math.floor(contentRect.width), height: plot.height });
  }
});

onThemeChange(() => {
  for (const one of mounted.values()) {
    if (one.chart === null) continue;
    one.chart.plot.destroy();
    one.chart = one.draw(one.place);
  }
});

export function drawAllCharts(): void {
  for (const place of mounted.keys()) drawIfMissing(place);
}

function drawIfMissing(place: Element): void {
  const one = mounted.get(place);
  if (one === undefined || one.chart !== null || one.place.clientWidth === 0) return;
  one.chart = one.draw(one.place);
}

/** Gives later data to the charts that are drawn: on the live page. */
export function updateCharts(data: ReportData): void {
  for (const { chart } of mounted.values()) chart?.update(data);
}

/** How to draw a place, or null when there is nothing for it. `data` is read when it is drawn, not now. */
function drawing(place: HTMLElement, data: ReportData): Mounted['draw'] | null {
  const name = place.dataset.endpoint ?? '';
  const { time, heat } = data;
  const live = document.body.dataset.page === 'live';
  switch (place.dataset.chart) {
    case 'throughput':
      return time && ((at) => throughputChart(at, data.time ?? time, live));
    case 'active':
      return time && ((at) => activeChart(at, data.time ?? time));
    case 'errors':
      return time && ((at) => errorsChart(at, data.time ?? time, live));
    case 'heat':
      return time && heat && ((at) => heatChart(at, data.time ?? time, data.heat ?? heat));
    case 'curve':
      return ofEndpoint(data, name, curveChart);
    case 'bins':
      return ofEndpoint(data, name, binsChart);
    case 'capacity': {
      const capacity = data.capacity.find(({ datacenter }) => datacenter === name);
      return capacity === undefined ? null : (at) => still(capacityChart(at, capacity));
    }
    case 'sides': {
      const { sides } = data;
      return sides === undefined ? null : (at) => still(sidesChart(at, sides));
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
  return found === undefined ? null : (at) => still(chart(at, found));
}

/** A chart that no later data changes. */
function still(plot: uPlot): Chart {
  return { plot, update: () => {} };
}
