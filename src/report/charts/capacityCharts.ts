import { type CapacityPoint, type CapacityResult, capacityRateText, isPoorFit } from '../../result/capacityResult.ts';
import { isVoid, type MeasuredRate, measuredRates } from '../../result/measuredRates.ts';
import { neededOf, sustainableText, verdictOf } from '../content/capacityWords.ts';
import { type Html, html } from '../html/html.ts';
import { latencyText, rateText } from '../quantities.ts';
import { type Area, boxesPath, label, linearScale, linePath, pathHtml, picture, px } from './plot.ts';

const width = 720;
const height = 280;
const area: Area = { left: 52, right: width - 66, top: 16, bottom: height - 26 };

/** So many standard deviations hold 19 of 20. */
const normal95 = 1.96;

/** What the service got done and p99 against the rate that came, with the fitted law in its interval, the answer's interval and the knee; a dot for each probe. */
export function capacityHtml({ points: tried, fit, sustainablePerSecond }: CapacityResult, caption: string): Html {
  const { low, high } = sustainablePerSecond;
  const kneePerSecond = fit?.kneePerSecond ?? null;
  // Looks for recovery are left out, and what says nothing of the service.
  const points = tried.filter((point) => point.stage !== 'recover' && !isVoid(point));
  const rates = measuredRates(tried);
  const law =
    fit === null || isPoorFit(fit) ? [] : rates.map((rate) => lawAt(fit, rate)).filter((each) => each !== null);
  const most = Math.max(1, ...points.map((point) => point.startedPerSecond), low, high ?? 0) * 1.05;
  const carried = [...points.map(carriedOf), ...law.map((each) => each.high)];
  const x = linearScale([0, most], [area.left, area.right], 80);
  const y = linearScale([0, Math.max(1, ...carried) * 1.08], [area.bottom, area.top], 40);
  const times = linearScale([0, Math.max(1, ...points.map(({ p99 }) => p99)) * 1.08], [area.bottom, area.top], 40);
  const band = [
    x.at(low),
    area.top,
    Math.max(2, (high === null ? area.right : x.at(high)) - x.at(low)),
    area.bottom - area.top,
  ] as const;
  const edge = (of: 'low' | 'high'): (readonly [number, number])[] =>
    law.map((each) => [x.at(each.ratePerSecond), y.at(each[of])] as const);
  return html`<p class="legend"><span><i class="key c1 line"></i>Carried a second</span>${law.length > 0 && html`<span><i class="key muted dashed"></i>Fitted law, with its interval</span>`}<span><i class="key bad line"></i>99th percentile (right)</span><span><i class="key band"></i>The answer</span></p>${picture(
    width,
    height,
    caption,
    [
      pathHtml('band', boxesPath([band])),
      pathHtml('grid', y.ticks.map((tick) => `M${area.left} ${px(y.at(tick))}H${area.right}`).join('')),
      html`<g class="axis">${y.ticks.map((tick) => label(area.left - 6, y.at(tick) + 4, `${rateText(tick)}/s`, 'end'))}${times.ticks.map((tick) => label(area.right + 6, times.at(tick) + 4, latencyText(tick)))}${x.ticks.map((tick) => label(x.at(tick), height - 8, `${rateText(tick)}/s`, 'middle'))}</g>`,
      kneePerSecond !== null && [
        pathHtml('stage', `M${px(x.at(kneePerSecond))} ${area.top}V${area.bottom}`),
        html`<g class="name">${label(x.at(kneePerSecond) - 5, area.top + 11, 'knee', 'end')}</g>`,
      ],
      law.length > 0 && pathHtml('apart', `${linePath([...edge('low'), ...edge('high').reverse()])}z`),
      pathHtml('line muted dashed', linePath(law.map((each) => [x.at(each.ratePerSecond), y.at(each.at)] as const))),
      pathHtml('line bad line', linePath(rates.map((rate) => [x.at(rate.ratePerSecond), times.at(rate.p99)] as const))),
      pathHtml(
        'line c1 line',
        linePath(rates.map((rate) => [x.at(rate.ratePerSecond), y.at(rate.carriedPerSecond)] as const)),
      ),
      points.map((point) => {
        const { startedPerSecond: rate, p99 } = point;
        const text = `${capacityRateText(rate)}/s came: carried ${capacityRateText(carriedOf(point))}/s, p99 ${latencyText(p99)}`;
        return html`<g><title>${text}</title><circle class="dot c1" cx="${px(x.at(rate))}" cy="${px(y.at(carriedOf(point)))}" r="3.5"/><circle class="dot bad" cx="${px(x.at(rate))}" cy="${px(times.at(p99))}" r="3.5"/></g>`;
      }),
    ],
  )}`;
}

function carriedOf({ carriedPerSecond, completedPerSecond }: CapacityPoint): number {
  return carriedPerSecond ?? completedPerSecond;
}

/** What the law says of a rate that was measured, with the interval that 19 of 20 points lie in. */
function lawAt(fit: NonNullable<CapacityResult['fit']>, { ratePerSecond, requestsAtOnce: n }: MeasuredRate) {
  if (n <= 0) return null;
  const at = (fit.lambda * n) / (1 + fit.sigma * (n - 1) + fit.kappa * n * (n - 1));
  const apart = normal95 * fit.residual;
  return { ratePerSecond, at, low: at * Math.max(0, 1 - apart), high: at * (1 + apart) };
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
