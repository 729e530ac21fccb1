import { type Html, html } from '../html/html.ts';
import { latencyText, rateText } from '../quantities.ts';
import { type Area, clockText, label, linearScale, logScale, pathHtml, picture, px } from './plot.ts';
import type { TimeColumns } from './timeColumns.ts';

const height = 260;

/** Latency against load: a dot for each column of time, at its requests a second and its median and 99th percentile. */
export function loadLatencyHtml(columns: TimeColumns, caption: string, width: number): Html {
  const area: Area = { left: width < 500 ? 52 : 62, right: width - 12, top: 12, bottom: height - 26 };
  const { requests, p50, p99, seconds } = columns;
  const measured = [...p50, ...p99].filter((us) => us !== null);
  if (measured.length === 0) return html`<p class="empty">No latency was measured.</p>`;
  const x = linearScale([0, Math.max(1, ...requests) * 1.04], [area.left, area.right], 80);
  const y = logScale([Math.min(...measured) / 1.2, Math.max(...measured) * 1.2], [area.bottom, area.top], 16);
  const dots = (values: readonly (number | null)[], tone: string, name: string): Html[] =>
    values.flatMap((us, i) => {
      if (us === null) return [];
      const rate = requests[i] ?? 0;
      return [
        html`<circle class="dot ${tone}" cx="${px(x.at(rate))}" cy="${px(y.at(us))}" r="2.5"><title>${clockText(seconds[i] ?? 0)}: ${name} ${latencyText(us)} at ${rateText(rate)}/s</title></circle>`,
      ];
    });
  return html`<p class="legend"><span><i class="key bad dots"></i>99th percentile</span><span><i class="key ink dots"></i>Median</span></p>${picture(
    width,
    height,
    caption,
    [
      pathHtml('grid', y.ticks.map((tick) => `M${area.left} ${px(y.at(tick))}H${area.right}`).join('')),
      html`<g class="axis">${y.ticks.map((tick) => label(area.left - 6, y.at(tick) + 4, latencyText(tick), 'end'))}${x.ticks.map((tick) => label(x.at(tick), height - 8, `${rateText(tick)}/s`, 'middle'))}</g>`,
      dots(p99, 'bad', '99th percentile'),
      dots(p50, 'ink', 'median'),
    ],
  )}`;
}
