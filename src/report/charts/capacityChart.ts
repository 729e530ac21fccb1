import type { CapacityCharts } from '../chartData/capacityCharts.ts';
import { type Html, html } from '../html/html.ts';
import { latencyText, rateText } from '../quantities.ts';
import { linearScale } from './scales.ts';
import { type Area, boxesPath, label, linePath, pathHtml, picture, px } from './svg.ts';

const width = 720;
const height = 280;
const area: Area = { left: 52, right: width - 66, top: 16, bottom: height - 26 };

/** Rates that differ by less are one to a line: it goes through the mean of what was measured at them. */
const sameRate = 1.03;

function means(rates: readonly number[], values: readonly (number | null)[]): (readonly [number, number])[] {
  const groups: { rate: number; sum: number; count: number }[] = [];
  rates.forEach((rate, i) => {
    const value = values[i] ?? null;
    if (value === null) return;
    const last = groups.at(-1);
    if (last !== undefined && rate <= last.rate * sameRate) {
      last.sum += value;
      last.count++;
    } else groups.push({ rate, sum: value, count: 1 });
  });
  return groups.map(({ rate, sum, count }) => [rate, sum / count] as const);
}

/** What the service got done and p99 against the offered rate, with the fitted law, the answer's interval and the knee; a dot for each probe. */
export function capacityHtml(charts: CapacityCharts, caption: string): Html {
  const { offered, carried, fitted, p99Us, low, high, kneePerSecond } = charts;
  const most = Math.max(1, ...offered, low, high ?? 0) * 1.05;
  const x = linearScale([0, most], [area.left, area.right], 80);
  const rates = linearScale(
    [0, Math.max(1, ...carried, ...fitted.map((value) => value ?? 0)) * 1.08],
    [area.bottom, area.top],
    40,
  );
  const times = linearScale([0, Math.max(1, ...p99Us) * 1.08], [area.bottom, area.top], 40);
  const band = [
    x.at(low),
    area.top,
    Math.max(2, (high === null ? area.right : x.at(high)) - x.at(low)),
    area.bottom - area.top,
  ] as const;
  const at = (values: readonly (number | null)[], y: typeof rates): string =>
    linePath(means(offered, values).map(([rate, value]) => [x.at(rate), y.at(value)] as const));
  const hasFit = fitted.some((value) => value !== null);
  return html`<p class="legend"><span><i class="key c1 line"></i>Carried a second</span>${hasFit && html`<span><i class="key muted dashed"></i>Fitted law</span>`}<span><i class="key bad line"></i>99th percentile (right)</span><span><i class="key band"></i>The answer</span></p>${picture(
    width,
    height,
    caption,
    [
      pathHtml('band', boxesPath([band])),
      pathHtml('grid', rates.ticks.map((tick) => `M${area.left} ${px(rates.at(tick))}H${area.right}`).join('')),
      html`<g class="axis">${rates.ticks.map((tick) => label(area.left - 6, rates.at(tick) + 4, `${rateText(tick)}/s`, 'end'))}${times.ticks.map((tick) => label(area.right + 6, times.at(tick) + 4, latencyText(tick)))}${x.ticks.map((tick) => label(x.at(tick), height - 8, `${rateText(tick)}/s`, 'middle'))}</g>`,
      kneePerSecond !== null && [
        pathHtml('stage', `M${px(x.at(kneePerSecond))} ${area.top}V${area.bottom}`),
        html`<g class="name">${label(x.at(kneePerSecond) - 5, area.top + 11, 'knee', 'end')}</g>`,
      ],
      pathHtml('line muted dashed', at(fitted, rates)),
      pathHtml('line bad line', at(p99Us, times)),
      pathHtml('line c1 line', at(carried, rates)),
      offered.map((rate, i) => {
        const text = `Offered ${rateText(rate)}/s: carried ${rateText(carried[i] ?? 0)}/s, p99 ${latencyText(p99Us[i] ?? 0)}`;
        return html`<g><title>${text}</title><circle class="dot c1" cx="${px(x.at(rate))}" cy="${px(rates.at(carried[i] ?? 0))}" r="3.5"/><circle class="dot bad" cx="${px(x.at(rate))}" cy="${px(times.at(p99Us[i] ?? 0))}" r="3.5"/></g>`;
      }),
    ],
  )}`;
}
