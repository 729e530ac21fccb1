import { type CapacityResult, capacityRateText, limitText, perSecondText } from '../../../result/capacityResult.ts';
import { isVoid } from '../../../result/measuredRates.ts';
import { capacityPlot, planBarsPlot } from '../../charts/capacityCharts.ts';
import { plotHtml } from '../../charts/plot.ts';
import { capacityTables, findingsOf, forecastText, marginText } from '../../content/capacityContent.ts';
import { atOnceText, notMeasured, sustainableWords, verdictOf } from '../../content/capacityWords.ts';
import { bodyHtml } from '../../content/contentHtml.ts';
import { latencyText, orDash, shareText } from '../../quantities.ts';
import { type Html, html } from '../html.ts';
import { chip, figure, keyFigure, type PageSection, table, tableBy } from '../parts.ts';

/** What each datacenter carries within its SLO; nothing where capacity was not searched. */
export function capacitySection(capacity: readonly CapacityResult[]): PageSection | null {
  if (capacity.length === 0) return null;
  return {
    id: 'capacity',
    title: 'Capacity',
    note: 'Respondents arriving a second that the service carries within its SLO. Rates are those that came.',
    body: html`${barsOf(capacity)}${capacityTables(capacity).map(
      (part) => html`<h3>${part.title}</h3>
${bodyHtml(part)}`,
    )}${capacity.map(datacenterPart)}`,
  };
}

/** What each carries against what is needed; nothing of a single datacenter without a plan. */
function barsOf(capacity: readonly CapacityResult[]): Html | null {
  if (capacity.length < 2 && capacity.every(({ plan }) => plan === null)) return null;
  const isPlanned = capacity.some(({ plan }) => plan !== null);
  const caption = `Respondents a second that each datacenter carries${isPlanned ? ', against what is needed' : ''}`;
  return figure('plan', caption, plotHtml(planBarsPlot(capacity, caption)), null);
}

function datacenterPart(capacity: CapacityResult): Html {
  const { datacenter, slo, confidence, limitedBy, sustainablePerSecond, atOnce, fit, plan } = capacity;
  const { high } = sustainablePerSecond;
  const { rate, of } = sustainableWords(capacity);
  const limit =
    rate === notMeasured
      ? notMeasured
      : `${high === null ? 'at least this: ' : ''}the ${limitText(capacity)} was the limit`;
  const knee = fit?.kneePerSecond ?? null;
  const curveCaption = `${datacenter}: what the service got done a second, and the 99th percentile, by the rate that came`;
  return html`<article class="endpoint"><h3>${datacenter} ${chip(limit, limitedBy === 'service' ? 'info' : 'warn')}</h3>
<p class="muted">Within ${slo.map((one, i) => html`${i > 0 && ' and '}<code>${one}</code>`)}</p>
<dl class="figures">
${keyFigure('Sustainable', rate, high === null ? of : `${of}, at ${shareText(confidence)} confidence`)}
${keyFigure('At once', atOnceText(atOnce), 'respondents at that rate')}
${knee !== null && keyFigure('Knee', perSecondText(knee), 'where the median latency has doubled')}
${plan !== null && keyFigure('Margin', marginText(capacity, plan), planTexts[verdictOf(plan)], verdictOf(plan) === 'no' ? 'bad' : '')}
</dl>
<ul>${findingsOf(capacity).map((finding) => html`<li>${finding}</li>`)}</ul>
${figure('capacity', curveCaption, plotHtml(capacityPlot(capacity, curveCaption)), pointsTable(capacity))}
${forecastPart(capacity)}</article>
`;
}

/** Latency to expect at the compared rates and at the peak; what such a forecast cannot say, and where there is none. */
function forecastPart(capacity: CapacityResult): Html | null {
  const { datacenter, forecast = [], forecastLimits, plan } = capacity;
  if (forecast.length === 0) return null;
  const caption = `${datacenter}: latency to expect`;
  const none = forecast.find((one) => one.p99 === null)?.reading;
  return html`<h4>${caption}</h4>
${table(
  caption,
  ['Respondents a second', '#Half within', '#95 of 100 within', '#99 of 100 within'],
  forecast.map(({ ratePerSecond, measured = false, p50, p95, p99 }) => [
    `${perSecondText(ratePerSecond)}${ratePerSecond === plan?.peakPerSecond ? ' (peak)' : ''}`,
    ...[p50, p95, p99].map((us) => forecastText(capacity, { ratePerSecond, measured }, us)),
  ]),
)}
<p class="muted">${[none, forecastLimits].filter((text) => text !== undefined).join(' ')}</p>`;
}

const planTexts = {
  yes: 'enough for the plan',
  no: 'not enough for the plan',
  likely: 'it seems enough for the plan',
  unclear: "can't tell whether it is enough",
} as const;

function pointsTable({ points, datacenter }: CapacityResult): Html {
  return tableBy(`${datacenter}: rates tried`, points, [
    ['#Offered', (p) => capacityRateText(p.offeredPerSecond)],
    ['#Came', (p) => capacityRateText(p.startedPerSecond)],
    ['#Left', (p) => capacityRateText(p.completedPerSecond)],
    ['#Carried', (p) => orDash(p.carriedPerSecond, capacityRateText)],
    ['#Active', (p) => atOnceText(p.active)],
    ['#p50', (p) => latencyText(p.p50)],
    ['#p95', (p) => latencyText(p.p95)],
    ['#p99', (p) => latencyText(p.p99)],
    ['#Errors', (p) => shareText(p.errorRate)],
    ['Stage', (p) => p.stage],
    ['Within SLO', (p) => (p.withinSlo ? chip('yes', 'good') : isVoid(p) ? chip('void', 'quiet') : chip('no', 'bad'))],
    ['Why', (p) => p.reason],
  ]);
}
