import type { LatencySummary } from '../../../result/latency.ts';
import type { EndpointResult, RunResult } from '../../../result/runResult.ts';
import type { EndpointCharts } from '../../pageData.ts';
import { countText, latencyText, shareText } from '../../quantities.ts';
import { type Html, html } from '../html.ts';
import { figure, section, table } from '../parts.ts';

/** Latency of each endpoint: percentiles, curve by nines, histogram; experienced beside service. */
export function latencySection(result: RunResult, charts: readonly EndpointCharts[]): Html {
  const byName = new Map(charts.map((chart) => [chart.endpoint, chart]));
  return section(
    'latency',
    'Latency by endpoint',
    html`<b>Experienced</b> counts from the instant at which the respondent wanted to send, <b>service</b> from the
instant at which the request was sent. Where they part, requests waited in the generator or for a connection.`,
    result.endpoints.length === 0
      ? html`<p class="empty">No request was sent.</p>`
      : html`${outcomesTable(result.endpoints)}${result.endpoints.map((e) => card(e, byName.get(e.endpoint)))}`,
  );
}

function outcomesTable(endpoints: readonly EndpointResult[]): Html {
  return table(
    'Outcomes by endpoint',
    [
      'Endpoint',
      '#Requests',
      '#OK',
      '#Server errors',
      '#Client errors',
      '#Time-outs',
      '#Connection',
      '#Malformed',
      '#Throttled',
      '#Expected rejections',
    ],
    endpoints.map(({ endpoint, requests, outcomes: o }) => [
      html`<code>${endpoint}</code>`,
      countText(requests),
      countText(o.ok),
      ...[o.serverError, o.clientError, o.timeout, o.connection, o.malformed, o.throttled].map((count) =>
        count === 0 ? html`<span class="muted">0</span>` : html`<b class="bad-text">${countText(count)}</b>`,
      ),
      countText(o.expectedRejection),
    ]),
  );
}

function card(endpoint: EndpointResult, charts: EndpointCharts | undefined): Html {
  const { latency, expectedRejections } = endpoint;
  const details = { ...endpoint.httpStatuses, ...endpoint.failures };
  return html`<article class="endpoint"><h3><code>${endpoint.endpoint}</code> <span class="muted">${endpoint.method} ${endpoint.path}</span></h3>
${
  charts === undefined
    ? html`<p class="empty">No latency was measured.</p>`
    : html`<div class="pair">
${figure('curve', `${endpoint.endpoint}: latency by percentile`, curveTable(charts), html` data-endpoint="${endpoint.endpoint}"`)}
${figure('bins', `${endpoint.endpoint}: requests by latency`, binsTable(charts), html` data-endpoint="${endpoint.endpoint}"`)}
</div>`
}
${percentileTable(endpoint.endpoint, [
  ['Experienced', latency.experienced],
  ['Service', latency.service],
  ['First byte', latency.firstByte],
  ['Expected rejections, apart', expectedRejections],
])}
${
  Object.keys(details).length > 0 &&
  html`<p class="muted">Answered with ${Object.entries(details)
    .map(([name, count]) => `${name} × ${countText(count)}`)
    .join(', ')}.</p>`
}</article>
`;
}

function percentileTable(endpoint: string, rows: readonly (readonly [string, LatencySummary])[]): Html | null {
  const measured = rows.filter(([, h]) => h.count > 0);
  if (measured.length === 0) return null;
  return table(
    `Percentiles of ${endpoint}`,
    ['Latency', '#Count', '#Mean', '#p50', '#p75', '#p90', '#p95', '#p99', '#p99.9', '#Longest'],
    measured.map(([name, h]) => [
      name,
      countText(h.count),
      ...[h.mean, h.p50, h.p75, h.p90, h.p95, h.p99, h.p999, h.max].map(latencyText),
    ]),
  );
}

function curveTable({ experienced, service, endpoint }: EndpointCharts): Html {
  const rows = experienced.nines
    .map((nines, i) => ({ nines, experienced: experienced.us[i] ?? 0, service: service.us[i] ?? 0 }))
    .filter(({ nines }, i, all) => Number.isInteger(nines * 2) || i === all.length - 1);
  return table(
    `${endpoint}: latency by percentile`,
    ['#Percentile', '#Experienced', '#Service'],
    rows.map((row) => [
      `${Number((100 * (1 - 10 ** -row.nines)).toFixed(4))} %`,
      latencyText(row.experienced),
      latencyText(row.service),
    ]),
  );
}

function binsTable({ bins, endpoint }: EndpointCharts): Html {
  const total = Math.max(
    1,
    bins.experienced.reduce((sum, count) => sum + count, 0),
  );
  return table(
    `${endpoint}: requests by latency`,
    ['#From', '#Experienced', '#Service', '#Share'],
    bins.experienced.map((count, i) => [
      latencyText(bins.edgesUs[i] ?? 0),
      countText(count),
      countText(bins.service[i] ?? 0),
      shareText(count / total),
    ]),
  );
}
