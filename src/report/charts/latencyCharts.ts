import { histogramOf, type LatencySummary, recordedValues } from '../../result/histogram.ts';
import type { EndpointResult } from '../../result/runResult.ts';
import { type Html, html } from '../html/html.ts';
import { countText, latencyText } from '../quantities.ts';
import { type Area, boxesPath, label, linearScale, linePath, logScale, pathHtml, picture, px } from './plot.ts';

export type EndpointCharts = NonNullable<ReturnType<typeof endpointCharts>>;

/** Percentile curves and latency bins of an endpoint, from its histograms; null when nothing was measured. */
export function endpointCharts(endpoint: EndpointResult) {
  const { experienced, service } = endpoint.latency;
  if (experienced.count === 0) return null;
  return {
    endpoint: endpoint.endpoint,
    experienced: percentileCurve(experienced),
    service: percentileCurve(service),
    bins: latencyBins(experienced, service),
  };
}

/**
 * Values (µs) at percentiles by nines: `nines` is −log10(1 − p), so 1 is p90, 2 is p99. Ten points to each nine, as far as the number of values supports: one value in 1,000 says nothing
 * about p99.99.
 */
function percentileCurve(summary: LatencySummary) {
  const histogram = histogramOf(summary);
  const last = Math.log10(Math.max(2, summary.count));
  const nines: number[] = [];
  for (let step = 0; step / 10 < last; step++) nines.push(step / 10);
  nines.push(Number(last.toFixed(3)));
  return {
    nines,
    us: nines.map((n) => Math.min(summary.max, histogram.getValueAtPercentile(100 * (1 - 10 ** -n)))),
  };
}

/** Bins of a twelfth of a decade between the smallest and the largest latency of both; `edgesUs` are their lower edges. */
function latencyBins(experienced: LatencySummary, service: LatencySummary) {
  const perDecade = 12;
  const binOf = (us: number): number => Math.floor(Math.log10(Math.max(1, us)) * perDecade);
  const low = binOf(service.count > 0 ? Math.min(experienced.min, service.min) : experienced.min);
  const high = binOf(Math.max(experienced.max, service.max));
  const countsOf = (summary: LatencySummary): number[] => {
    const counts = Array.from({ length: high - low + 1 }, () => 0);
    for (const { us, count } of recordedValues(summary)) {
      const bin = Math.min(high, Math.max(low, binOf(us))) - low;
      counts[bin] = (counts[bin] ?? 0) + count;
    }
    return counts;
  };
  return {
    edgesUs: Array.from({ length: high - low + 2 }, (_, i) => Math.round(10 ** ((low + i) / perDecade))),
    experienced: countsOf(experienced),
    service: countsOf(service),
  };
}

const width = 520;
const height = 230;
const area: Area = { left: 62, right: width - 10, top: 12, bottom: height - 24 };

const legend = html`<p class="legend"><span><i class="key c1 line"></i>Experienced</span><span><i class="key c2 dashed"></i>Service</span></p>`;

/** Latency by percentile; every nine takes the same room, so the tail can be read. */
export function curveHtml({ experienced, service }: EndpointCharts, caption: string): Html {
  const last = experienced.nines.at(-1) ?? 1;
  const all = [...experienced.us, ...service.us].filter((us) => us > 0);
  const y = logScale([Math.min(...all) / 1.1, Math.max(...all) * 1.1], [area.bottom, area.top], 16);
  const x = linearScale([0, last], [area.left, area.right], 60);
  const nines = [0, Math.log10(2), 1, 2, 3, 4, 5, 6].filter((nine) => nine <= last + 1e-9);
  const line = (us: readonly number[], nine: readonly number[]): string =>
    linePath(us.map((value, i) => [x.at(nine[i] ?? 0), y.at(Math.max(1, value))] as const));
  return html`${legend}${picture(width, height, caption, [
    pathHtml('grid', y.ticks.map((tick) => `M${area.left} ${px(y.at(tick))}H${area.right}`).join('')),
    html`<g class="axis">${y.ticks.map((tick) => label(area.left - 6, y.at(tick) + 4, latencyText(tick), 'end'))}${nines.map((nine) => label(x.at(nine), height - 6, percentText(nine), nine === 0 ? 'start' : nine > last - 0.3 ? 'end' : 'middle'))}</g>`,
    pathHtml('line c2 dashed', line(service.us, service.nines)),
    pathHtml('line c1 line', line(experienced.us, experienced.nines)),
    experienced.us.map((us, i) => {
      const nine = experienced.nines[i] ?? 0;
      return html`<circle class="point" cx="${px(x.at(nine))}" cy="${px(y.at(Math.max(1, us)))}" r="5"><title>${percentText(nine)} within ${latencyText(us)}; service ${latencyText(service.us[i] ?? 0)}</title></circle>`;
    }),
  ])}`;
}

function percentText(nines: number): string {
  return `${Number((100 * (1 - 10 ** -nines)).toFixed(Math.max(0, Math.ceil(nines) - 1)))} %`;
}

/** Requests by latency, on a logarithmic scale: service as steps over the experienced as bars. */
export function binsHtml({ bins }: EndpointCharts, caption: string): Html {
  const { edgesUs } = bins;
  const x = logScale([Math.max(1, edgesUs[0] ?? 1), edgesUs.at(-1) ?? 10], [area.left, area.right], 52);
  const y = linearScale([0, Math.max(1, ...bins.experienced, ...bins.service) * 1.05], [area.bottom, area.top], 36);
  const at = (i: number): number => x.at(Math.max(1, edgesUs[i] ?? 1));
  const steps = bins.service.flatMap((count, i) => [[at(i), y.at(count)] as const, [at(i + 1), y.at(count)] as const]);
  return html`${legend}${picture(width, height, caption, [
    pathHtml('grid', y.ticks.map((tick) => `M${area.left} ${px(y.at(tick))}H${area.right}`).join('')),
    html`<g class="axis">${y.ticks.map((tick) => label(area.left - 6, y.at(tick) + 4, countText(tick), 'end'))}${x.ticks.map((tick) => label(x.at(tick), height - 6, latencyText(tick), 'middle'))}</g>`,
    pathHtml(
      'bars c1',
      boxesPath(
        bins.experienced.map(
          (count, i) => [at(i), y.at(count), Math.max(1, at(i + 1) - at(i) - 0.5), area.bottom - y.at(count)] as const,
        ),
      ),
    ),
    pathHtml('line c2 line', linePath(steps)),
  ])}`;
}

const sparkWidth = 120;
const sparkHeight = 22;

/** Values over time as a small line from 0, without axes: its shape is what it says. */
export function sparklineHtml(values: readonly (number | null)[], caption: string): Html {
  const most = values.reduce<number>((high, value) => Math.max(high, value ?? 0), 0) || 1;
  const step = sparkWidth / Math.max(1, values.length - 1);
  const points = values.map((value, i) =>
    value === null ? null : ([i * step, sparkHeight - 2 - (value / most) * (sparkHeight - 4)] as const),
  );
  return html`<svg class="sparkline" viewBox="0 0 ${sparkWidth} ${sparkHeight}" role="img" aria-label="${caption}">${pathHtml('line c1', linePath(points))}</svg>`;
}
