import { type DuetSide, type PairSecond, pairBucketsPerOctave } from '../../result/duetResult.ts';
import type { Distribution } from '../compare/distributions.ts';
import type { PercentileShift } from '../compare/latencyShifts.ts';
import { logPercentile } from '../compare/seconds.ts';
import { type Html, html } from '../html/html.ts';
import { durationText, latencyText, shareText } from '../quantities.ts';
import { type Area, label, linearScale, linePath, logScale, pathHtml, picture, px } from './plot.ts';

const width = 520;
const height = 220;
const area: Area = { left: 46, right: width - 10, top: 22, bottom: height - 24 };

/** Both sides of a comparison over each other, with a line where each percentile of each side lies. */
export function distributionHtml(
  { edgesUs, baseline, candidate }: Distribution,
  shifts: readonly PercentileShift[],
  caption: string,
): Html {
  const x = logScale([Math.max(1, edgesUs[0] ?? 1), edgesUs.at(-1) ?? 10], [area.left, area.right], 52);
  const y = linearScale([0, Math.max(0.01, ...baseline, ...candidate) * 1.05], [area.bottom, area.top], 40);
  const steps = (shares: readonly number[]): (readonly [number, number])[] =>
    shares.flatMap((share, i) => [
      [x.at(Math.max(1, edgesUs[i] ?? 1)), y.at(share)] as const,
      [x.at(Math.max(1, edgesUs[i + 1] ?? 1)), y.at(share)] as const,
    ]);
  const closed = (shares: readonly number[]): string =>
    `${linePath([[area.left, y.at(0)], ...steps(shares), [area.right, y.at(0)]])}z`;
  const upright = (us: number): string => `M${px(x.at(us))} ${area.top}V${area.bottom}`;
  return html`<p class="legend"><span><i class="key muted area"></i>Baseline</span><span><i class="key c1 line"></i>Candidate</span></p>${picture(
    width,
    height,
    caption,
    [
      pathHtml('fill muted', closed(baseline)),
      pathHtml('line muted', linePath(steps(baseline))),
      pathHtml('line c1', linePath(steps(candidate))),
      pathHtml('line muted dashed', shifts.map(({ baselineUs }) => upright(baselineUs)).join('')),
      pathHtml('line c1 dashed', shifts.map(({ candidateUs }) => upright(candidateUs)).join('')),
      html`<g class="axis">${y.ticks.map((tick) => label(area.left - 6, y.at(tick) + 4, shareText(tick), 'end'))}${x.ticks.map((tick) => label(x.at(tick), height - 6, latencyText(tick), 'middle'))}${shifts.map(({ share, candidateUs }) => label(x.at(candidateUs), area.top - 8, `p${Number((100 * share).toFixed(3))}`, 'middle'))}</g>`,
    ],
  )}`;
}

const timeWidth = 720;
const timeHeight = 200;
const timeArea: Area = { left: 62, right: timeWidth - 14, top: 14, bottom: timeHeight - 24 };
/** A point joins as many seconds as this needs. */
const mostPoints = 400;

/** p95 of both sides of a duet by second, over all endpoints, on one axis of time. */
export function sidesHtml(pairs: readonly PairSecond[], caption: string): Html {
  const all = pairs.map(({ second }) => second);
  if (all.length === 0) return html`<p class="empty">No pair was served on both sides.</p>`;
  const [first, last] = [Math.min(...all), Math.max(...all)];
  const seconds = Math.max(1, Math.ceil((last - first + 1) / mostPoints));
  const points = [...Map.groupBy(pairs, ({ second }) => first + Math.floor((second - first) / seconds) * seconds)].sort(
    ([a], [b]) => a - b,
  );
  const lineOf = (side: DuetSide) => points.map(([second, group]) => [second, p95(group, side)] as const);
  const [base, candidate] = [lineOf('base'), lineOf('candidate')];
  const highest = Math.max(1, ...[...base, ...candidate].map(([, us]) => us));
  const x = linearScale([first, Math.max(first + 1, last)], [timeArea.left, timeArea.right], 90);
  const y = linearScale([0, highest * 1.05], [timeArea.bottom, timeArea.top], 40);
  const path = (line: readonly (readonly [number, number])[]): string =>
    linePath(line.map(([second, us]) => [x.at(second), y.at(us)] as const));
  return html`<p class="legend"><span><i class="key muted line"></i>Base</span><span><i class="key c1 line"></i>Candidate</span></p>${picture(
    timeWidth,
    timeHeight,
    caption,
    [
      pathHtml('line muted', path(base)),
      pathHtml('line c1', path(candidate)),
      html`<g class="axis">${y.ticks.map((tick) => label(timeArea.left - 6, y.at(tick) + 4, latencyText(tick), 'end'))}${x.ticks.map((tick) => label(x.at(tick), timeHeight - 6, durationText(tick), 'middle'))}</g>`,
    ],
  )}`;
}

/** In µs. */
function p95(pairs: readonly PairSecond[], side: DuetSide): number {
  const sparse = pairs.flatMap(({ endpoints }) => Object.values(endpoints).flatMap((sides) => sides[side]));
  const buckets = sparse.filter((_, at) => at % 2 === 0);
  const lowestBucket = Math.min(...buckets);
  const counts = new Float64Array(Math.max(...buckets) - lowestBucket + 1);
  buckets.forEach((bucket, at) => {
    counts[bucket - lowestBucket] = (counts[bucket - lowestBucket] ?? 0) + (sparse[2 * at + 1] ?? 0);
  });
  return Math.exp(logPercentile(counts, { lowestBucket, bucketsPerOctave: pairBucketsPerOctave }, 0.95));
}
