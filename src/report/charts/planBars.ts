import { type CapacityResult, capacityRateText } from '../../result/capacityResult.ts';
import { neededOf, sustainableText, verdictOf } from '../content/capacityContent.ts';
import { type Html, html } from '../html/html.ts';
import { linearScale } from './scales.ts';
import { label, pathHtml, picture, px } from './svg.ts';

const width = 720;
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
