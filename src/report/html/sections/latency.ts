import type { LatencySummary } from '../../../result/histogram.ts';
import type { EndpointResult, RunResult } from '../../../result/runResult.ts';
import { binsHtml, curveHtml, type EndpointCharts, endpointCharts, sparklineHtml } from '../../charts/latencyCharts.ts';
import { loadLatencyHtml } from '../../charts/loadLatency.ts';
import { timeColumns, wholeView } from '../../charts/timeColumns.ts';
import { errorShareOf, errorsOf, percentileOf, requestsPerSecondOf } from '../../measures.ts';
import type { TimeData } from '../../pageData.ts';
import { countText, latencyText, optionalLatencyText, rateText, shareText } from '../../quantities.ts';
import { type Html, html } from '../html.ts';
import { figure, section, table } from '../parts.ts';

const stillColumns = 240;
const sparkColumns = 60;

/** The endpoints side by side, latency against load, and how the latency of each is spread. */
export function latencySection(result: RunResult, time: TimeData): Html {
  const { endpoints } = result;
  if (endpoints.length === 0)
    return section('latency', 'Endpoints', null, html`<p class="empty">No request was sent.</p>`);
  const caption = 'Latency against load: each dot is a moment of the run, at its requests a second';
  return section(
    'latency',
    'Endpoints',
    html`<b>Experienced</b> latency counts from the instant at which the respondent wanted to send, <b>service</b> from the
instant at which the request was sent. Where they part, requests waited in the generator or for a connection.`,
    html`${endpointTable(result, time)}
<details class="values"><summary>How requests came out</summary>${outcomesTable(endpoints)}</details>
${time.points.length > 0 && figure('load-latency', caption, loadLatencyHtml(timeColumns(time, wholeView(time, stillColumns)), caption, 720), null)}
${endpoints.map((endpoint) => card(endpoint, endpointCharts(endpoint)))}`,
  );
}

/** Side by side; the script makes the names buttons that filter every chart. */
function endpointTable({ endpoints, run }: RunResult, time: TimeData): Html {
  return table(
    'Endpoints side by side',
    [
      'Endpoint',
      '95th percentile over time',
      '#Requests',
      '#A second',
      '#Errors',
      '#Error share',
      '#p50',
      '#p95',
      '#p99',
      '#Longest',
    ],
    endpoints.map((endpoint) => {
      const { requests, latency } = endpoint;
      const name = endpoint.endpoint;
      const errors = errorsOf({ endpoints: [endpoint] });
      const share = errorShareOf({ endpoints: [endpoint] });
      const perSecond = requestsPerSecondOf({ run, endpoints: [endpoint] });
      const { experienced: h } = latency;
      const spark = timeColumns(time, { ...wholeView(time, sparkColumns), endpoint: name }).p95;
      return [
        html`<span data-endpoint-row="${name}"><code>${name}</code></span>`,
        sparklineHtml(spark, `95th percentile of ${name} over time`),
        countText(requests),
        perSecond === null ? '–' : rateText(perSecond),
        errors === 0 ? html`<span class="muted">0</span>` : html`<b class="bad-text">${countText(errors)}</b>`,
        share === null ? '–' : shareText(share),
        ...(['p50', 'p95', 'p99'] as const).map((percentile) => optionalLatencyText(percentileOf(h, percentile))),
        h.count === 0 ? '–' : latencyText(h.max),
      ];
    }),
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

/** How the latency of one endpoint is spread, on demand. */
function card(endpoint: EndpointResult, charts: EndpointCharts | null): Html {
  const { latency, expectedRejections } = endpoint;
  const details = { ...endpoint.httpStatuses, ...endpoint.failures };
  const curveCaption = `${endpoint.endpoint}: latency by percentile`;
  const binsCaption = `${endpoint.endpoint}: requests by latency`;
  return html`<details class="endpoint group"><summary><code>${endpoint.endpoint}</code> <span class="muted">${endpoint.method} ${endpoint.path}</span></summary>
${
  charts === null
    ? html`<p class="empty">No latency was measured.</p>`
    : html`<div class="pair">
${figure('curve', curveCaption, curveHtml(charts, curveCaption), curveTable(charts))}
${figure('bins', binsCaption, binsHtml(charts, binsCaption), binsTable(charts))}
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
}</details>
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
      latencyText(h.mean),
      ...(['p50', 'p75', 'p90', 'p95', 'p99', 'p999'] as const).map((percentile) =>
        optionalLatencyText(percentileOf(h, percentile)),
      ),
      latencyText(h.max),
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
