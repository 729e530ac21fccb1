import { type DuetSide, type PairSecond, pairBucketsPerOctave } from '../../result/duetResult.ts';
import { logPercentile } from '../compare/seconds.ts';
import { type Html, html } from '../html/html.ts';
import { durationText, latencyText } from '../quantities.ts';
import { linearScale } from './scales.ts';
import { type Area, label, linePath, pathHtml, picture } from './svg.ts';

const width = 1080;
const height = 240;
const area: Area = { left: 62, right: width - 14, top: 14, bottom: height - 24 };
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
  const x = linearScale([first, Math.max(first + 1, last)], [area.left, area.right], 90);
  const y = linearScale([0, highest * 1.05], [area.bottom, area.top], 40);
  const path = (line: readonly (readonly [number, number])[]): string =>
    linePath(line.map(([second, us]) => [x.at(second), y.at(us)] as const));
  return html`<p class="legend"><span><i class="key muted line"></i>Base</span><span><i class="key c1 line"></i>Candidate</span></p>${picture(
    width,
    height,
    caption,
    [
      pathHtml('line muted', path(base)),
      pathHtml('line c1', path(candidate)),
      html`<g class="axis">${y.ticks.map((tick) => label(area.left - 6, y.at(tick) + 4, latencyText(tick), 'end'))}${x.ticks.map((tick) => label(x.at(tick), height - 6, durationText(tick), 'middle'))}</g>`,
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
