import type { CapacityResult } from '../../../result/capacityResult.ts';
import { comparisonHtml } from '../../capacity/comparisonHtml.ts';
import { latencyText, rateText, shareText } from '../../quantities.ts';
import { type Html, html } from '../html.ts';
import { chip, figure, keyFigure, section, table } from '../parts.ts';

const limits: Readonly<Record<CapacityResult['limitedBy'], string>> = {
  service: 'the service was the limit',
  generator: 'at least this: the generator was the limit',
  limiter: 'the rate limiter was the limit, not the service',
  ceiling: 'at least this: the search ended at its ceiling',
};

/** What each datacenter carries within its SLO; nothing where capacity was not searched. */
export function capacitySection(capacity: readonly CapacityResult[]): Html | null {
  if (capacity.length === 0) return null;
  return section(
    'capacity',
    'Capacity',
    html`Respondents arriving a second that the service carries within its SLO.`,
    html`${comparisonHtml(capacity)}${capacity.map(datacenterPart)}`,
  );
}

function datacenterPart(capacity: CapacityResult): Html {
  const { low, best, high } = capacity.sustainablePerSecond;
  const lower = capacity.limitedBy === 'service' ? '' : '≥ ';
  return html`<article class="endpoint"><h3>${capacity.datacenter} ${chip(limits[capacity.limitedBy], capacity.limitedBy === 'service' ? 'info' : 'warn')}</h3>
<dl class="figures">
${keyFigure('Sustainable', `${lower}${rateText(best)} a second`, high === null ? 'at least' : `${rateText(low)} to ${rateText(high)} at ${shareText(capacity.confidence)} confidence`)}
${keyFigure('At once', rateText(capacity.atOnce), 'respondents at that rate')}
${capacity.fit !== null && capacity.fit.kneePerSecond !== null && keyFigure('Knee', `${rateText(capacity.fit.kneePerSecond)} a second`, 'where the median latency has doubled')}
${capacity.plan !== null && keyFigure('Margin', `${rateText(capacity.plan.marginPerSecond)} a second`, planText(capacity.plan), capacity.plan.verdict === 'no' ? 'bad' : '')}
</dl>
<ul>${capacity.reasons.map((reason) => html`<li>${reason}</li>`)}${capacity.fit !== null && html`<li>${capacity.fit.reading}</li>`}${
    capacity.plan !== null && html`<li>${capacity.plan.reading}</li>`
  }${(capacity.forecast ?? []).map((f) => html`<li>At ${rateText(f.ratePerSecond)} a second: ${f.reading}</li>`)}</ul>
${figure('capacity', `${capacity.datacenter}: completed a second and 99th percentile by offered rate; the band is the answer, the dashed line the knee`, pointsTable(capacity), html` data-endpoint="${capacity.datacenter}"`)}
<p class="muted">SLO: ${capacity.slo.map((slo, i) => html`${i > 0 && ', '}<code>${slo}</code>`)}</p></article>
`;
}

/** Whether the plan is met; the margin is that of the interval's lower end. */
function planText({ enough, verdict }: NonNullable<CapacityResult['plan']>): string {
  if (verdict === 'unclear') return "can't tell whether it is enough";
  return enough ? 'enough for the plan' : 'not enough for the plan';
}

function pointsTable({ points, datacenter }: CapacityResult): Html {
  return table(
    `${datacenter}: rates tried`,
    ['#Offered', '#Started', '#Completed', '#Active', '#p50', '#p95', '#p99', '#Errors', 'Stage', 'Within SLO', 'Why'],
    points.map((p) => [
      rateText(p.offeredPerSecond),
      rateText(p.startedPerSecond),
      rateText(p.completedPerSecond),
      rateText(p.active),
      latencyText(p.p50),
      latencyText(p.p95),
      latencyText(p.p99),
      shareText(p.errorRate),
      p.stage,
      p.withinSlo ? chip('yes', 'good') : chip('no', 'bad'),
      p.reason,
    ]),
  );
}
