import type { LatencySummary } from '../../../result/histogramPercentiles.ts';
import type { EndpointResult, RunResult } from '../../../result/runResult.ts';
import { binsPlot, curvePlot, type EndpointCharts, endpointCharts } from '../../charts/latencyCharts.ts';
import { loadLatencyHtml } from '../../charts/loadLatency.ts';
import { plotHtml, sparkHtml } from '../../charts/plot.ts';
import { timeColumns } from '../../charts/timeColumns.ts';
import type { TimeData } from '../../charts/timeData.ts';
import { nothingOf, type Part } from '../../content/content.ts';
import { latencyColumns } from '../../content/runTables.ts';
import { errorShareOf, errorsOf, requestsPerSecondOf } from '../../measures.ts';
import { countsText, countText, latencyText, orDash, rateText, shareText } from '../../quantities.ts';
import { type Html, html } from '../html.ts';
import { badCount, figure, type PageSection, tableBy } from '../parts.ts';

const stillColumns = 240;
const sparkColumns = 60;

/** The endpoints side by side, latency against load, and how the latency of each is spread. */
export function latencySection(result: RunResult, time: TimeData): PageSection | Part {
  const { endpoints } = result;
  const about = { id: 'latency', title: 'Endpoints' };
  if (endpoints.length === 0) return nothingOf(about, 'No request was sent.');
  const caption = 'Latency against load: each dot is a moment of the run, at its requests a second';
  return {
    ...about,
    note: html`<b>Experienced</b> latency counts from the instant at which the respondent wanted to send, <b>service</b> from the
instant at which the request was sent. Where they part, requests waited in the generator or for a connection.`,
    body: html`${endpointTable(result, time)}
<details class="values"><summary>How requests came out</summary>${outcomesTable(endpoints)}</details>
${time.points.length > 0 && figure('load-latency', caption, loadLatencyHtml(timeColumns(time, { mostColumns: stillColumns }), caption, 720), null)}
${endpoints.map((endpoint) => card(endpoint, endpointCharts(endpoint)))}`,
  };
}

/** Side by side; the script makes the names buttons that filter every chart. */
function endpointTable({ endpoints, run }: RunResult, time: TimeData): Html {
  return tableBy('Endpoints side by side', endpoints, [
    ['Endpoint', ({ endpoint: name }) => html`<span data-endpoint-row="${name}"><code>${name}</code></span>`],
    ['95th percentile over time', ({ endpoint }) => spark(time, endpoint)],
    ['#Requests', ({ requests }) => countText(requests)],
    ['#A second', (endpoint) => orDash(requestsPerSecondOf({ run, endpoints: [endpoint] }), rateText)],
    ['#Errors', (endpoint) => badCount(errorsOf({ endpoints: [endpoint] }))],
    ['#Error share', (endpoint) => orDash(errorShareOf({ endpoints: [endpoint] }), shareText)],
    ...latencyColumns(['p50', 'p95', 'p99'], ({ latency }: EndpointResult) => latency.experienced),
  ]);
}

function spark(time: TimeData, endpoint: string): Html {
  const { p95 } = timeColumns(time, { mostColumns: sparkColumns, endpoint });
  return sparkHtml(p95, `95th percentile of ${endpoint} over time`, { width: 120, height: 22, room: 2 });
}

function outcomesTable(endpoints: readonly EndpointResult[]): Html {
  return tableBy('Outcomes by endpoint', endpoints, [
    ['Endpoint', ({ endpoint }) => html`<code>${endpoint}</code>`],
    ['#Requests', ({ requests }) => countText(requests)],
    ['#OK', ({ outcomes }) => countText(outcomes.ok)],
    ['#Server errors', ({ outcomes }) => badCount(outcomes.serverError)],
    ['#Client errors', ({ outcomes }) => badCount(outcomes.clientError)],
    ['#Time-outs', ({ outcomes }) => badCount(outcomes.timeout)],
    ['#Connection', ({ outcomes }) => badCount(outcomes.connection)],
    ['#Malformed', ({ outcomes }) => badCount(outcomes.malformed)],
    ['#Throttled', ({ outcomes }) => badCount(outcomes.throttled)],
    ['#Expected rejections', ({ outcomes }) => countText(outcomes.expectedRejection)],
  ]);
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
${figure('curve', curveCaption, plotHtml(curvePlot(charts, curveCaption)), curveTable(charts))}
${figure('bins', binsCaption, plotHtml(binsPlot(charts, binsCaption)), binsTable(charts))}
</div>`
}
${percentileTable(endpoint.endpoint, [
  ['Experienced', latency.experienced],
  ['Service', latency.service],
  ['First byte', latency.firstByte],
  ['Expected rejections, apart', expectedRejections],
])}
${Object.keys(details).length > 0 && html`<p class="muted">Answered with ${countsText(details)}.</p>`}</details>
`;
}

type NamedLatency = readonly [name: string, latency: LatencySummary];

function percentileTable(endpoint: string, rows: readonly NamedLatency[]): Html | null {
  const measured = rows.filter(([, { count }]) => count > 0);
  if (measured.length === 0) return null;
  return tableBy(`Percentiles of ${endpoint}`, measured, [
    ['Latency', ([name]) => name],
    ['#Count', ([, { count }]) => countText(count)],
    ['#Mean', ([, { mean }]) => latencyText(mean)],
    ...latencyColumns(['p50', 'p75', 'p90', 'p95', 'p99', 'p999'], ([, latency]: NamedLatency) => latency),
  ]);
}

function curveTable({ experienced, service, endpoint }: EndpointCharts): Html {
  const rows = experienced.nines
    .map((nines, i) => ({ nines, experienced: experienced.us[i] ?? 0, service: service.us[i] ?? 0 }))
    .filter(({ nines }, i, all) => Number.isInteger(nines * 2) || i === all.length - 1);
  return tableBy(`${endpoint}: latency by percentile`, rows, [
    ['#Percentile', ({ nines }) => `${Number((100 * (1 - 10 ** -nines)).toFixed(4))} %`],
    ['#Experienced', (row) => latencyText(row.experienced)],
    ['#Service', (row) => latencyText(row.service)],
  ]);
}

function binsTable({ bins, endpoint }: EndpointCharts): Html {
  const total = Math.max(
    1,
    bins.experienced.reduce((sum, count) => sum + count, 0),
  );
  const rows = bins.experienced.map((count, i) => ({
    from: bins.edgesUs[i] ?? 0,
    count,
    service: bins.service[i] ?? 0,
  }));
  return tableBy(`${endpoint}: requests by latency`, rows, [
    ['#From', ({ from }) => latencyText(from)],
    ['#Experienced', ({ count }) => countText(count)],
    ['#Service', ({ service }) => countText(service)],
    ['#Share', ({ count }) => shareText(count / total)],
  ]);
}
