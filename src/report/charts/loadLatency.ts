import { type Html, html } from '../html/html.ts';
import { latencyText, rateText } from '../quantities.ts';
import { type Mark, plotHtml } from './plot.ts';
import { clockText } from './scales.ts';
import type { TimeColumns } from './timeColumns.ts';

/** Latency against load: a dot for each column of time, at its requests a second and its median and 99th percentile. */
export function loadLatencyHtml(columns: TimeColumns, caption: string, width: number): Html {
  const { requests, p50, p99, seconds } = columns;
  const measured = [...p50, ...p99].filter((us) => us !== null);
  if (measured.length === 0) return html`<p class="empty">No latency was measured.</p>`;
  const dotsOf = (values: readonly (number | null)[], tone: string, name: string): Mark => {
    const dots = values.flatMap((us, i) => {
      if (us === null) return [];
      const rate = requests[i] ?? 0;
      const text = `${clockText(seconds[i] ?? 0)}: ${name} ${latencyText(us)} at ${rateText(rate)}/s`;
      return [[[rate, us], text] as const];
    });
    return { kind: 'dots', look: `dot ${tone}`, radius: 2.5, dots };
  };
  return plotHtml({
    width,
    height: 260,
    caption,
    legend: [
      ['bad dots', '99th percentile'],
      ['ink dots', 'Median'],
    ],
    x: { ends: [0, Math.max(1, ...requests) * 1.04], text: (rate) => `${rateText(rate)}/s` },
    y: { kind: 'log', ends: [Math.min(...measured) / 1.2, Math.max(...measured) * 1.2], text: latencyText },
    marks: [dotsOf(p99, 'bad', '99th percentile'), dotsOf(p50, 'ink', 'median')],
  });
}
