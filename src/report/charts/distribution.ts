import type { Distribution } from '../compare/distributions.ts';
import type { PercentileShift } from '../compare/latencyShifts.ts';
import { type Html, html } from '../html/html.ts';
import { latencyText, shareText } from '../quantities.ts';
import { linearScale, logScale } from './scales.ts';
import { type Area, label, linePath, pathHtml, picture, px } from './svg.ts';

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
