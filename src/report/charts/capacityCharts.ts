import { type CapacityResult, capacityRateText } from '../../result/capacityResult.ts';
import { neededOf, sustainableText, verdictOf } from '../content/capacityWords.ts';
import { type Html, html } from '../html/html.ts';
import { latencyText, rateText } from '../quantities.ts';
import { type Area, boxesPath, label, linearScale, linePath, pathHtml, picture, px } from './plot.ts';

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
export function capacityHtml({ points: tried, fit, sustainablePerSecond }: CapacityResult, caption: string): Html {
  const { low, high } = sustainablePerSecond;
  const kneePerSecond = fit?.kneePerSecond ?? null;
  // Looks for recovery are left out.
  const points = tried.filter((p) => p.stage !== 'recover').sort((a, b) => a.offeredPerSecond - b.offeredPerSecond);
  const offered = points.map((p) => p.offeredPerSecond);
  const carried = points.map((p) => p.carriedPerSecond ?? p.completedPerSecond);
  const p99Us = points.map((p) => p.p99);
  const fitted = points.map(({ active, requestsAtOnce: n = active }) =>
    fit === null || n <= 0 ? null : (fit.lambda * n) / (1 + fit.sigma * (n - 1) + fit.kappa * n * (n - 1)),
  );
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

const rowHeight = 46;
const top = 20;
const tones = { yes: 'good', no: 'bad', unclear: 'warn' } as const;
const words = { yes: 'enough', no: 'not enough', unclear: "can't tell" } as const;

/** A bar a datacenter: what it carries with its interval, against a line for what is needed; the gap between is the margin. */
export function planBarsHtml(capacities: readonly CapacityResult[], caption: string): Html {
  const needs = capacities.flatMap(({ plan }) => (plan === null ? [] : [neededOf(plan)]));
  const ends = capacities.map(({ sustainablePerSecond: { best, high } }) => high ?? best * 1.15);
  const bottom = top + rowHeight * capacities.length;
  const x = linearScale([0, Math.max(1, ...needs, ...ends) * 1.06], [16, width - 16], 80);
  const [needed] = needs;
  return html`<p class="legend">${needed === undefined ? html`<span><i class="key c1 bars"></i>Carried</span>` : html`<span>Carried:</span>${(['yes', 'no', 'unclear'] as const).map((verdict) => html`<span><i class="key ${tones[verdict]} bars"></i>${words[verdict]}</span>`)}`}<span><i class="key ink line"></i>Interval, open where only “at least” is known</span>${needed !== undefined && html`<span><i class="key bad dashed"></i>Needed</span>`}</p>${picture(
    width,
    bottom + 22,
    caption,
    [
      pathHtml('grid', x.ticks.map((tick) => `M${px(x.at(tick))} ${top}V${bottom}`).join('')),
      html`<g class="axis">${x.ticks.map((tick) => label(x.at(tick), bottom + 16, `${capacityRateText(tick)}/s`, 'middle'))}</g>`,
      capacities.map((capacity, i) => bar(capacity, top + i * rowHeight, x.at)),
      needed !== undefined && [
        pathHtml('limit missed', `M${px(x.at(needed))} ${top - 4}V${bottom}`),
        html`<g class="name">${label(x.at(needed), top - 8, `needed ${capacityRateText(needed)}/s`, 'middle')}</g>`,
      ],
    ],
  )}`;
}

function bar(capacity: CapacityResult, y: number, at: (rate: number) => number): Html {
  const { low, best, high } = capacity.sustainablePerSecond;
  const middle = y + 31;
  const tone = capacity.plan === null ? 'c1' : tones[verdictOf(capacity.plan)];
  const end = high ?? best * 1.1;
  const whisker = `M${px(at(low))} ${middle}H${px(at(end))}M${px(at(low))} ${middle - 5}v10`;
  const close = high === null ? `M${px(at(end) - 5)} ${middle - 5}l6 5l-6 5` : `M${px(at(end))} ${middle - 5}v10`;
  return html`<g>${label(at(0), y + 16, `${capacity.datacenter}: ${sustainableText(capacity)}`)}<rect class="carried ${tone}" x="${px(at(0))}" y="${y + 22}" width="${px(Math.max(0, at(best) - at(0)))}" height="18"/>${best > 0 && pathHtml('line ink', whisker + close)}</g>`;
}
