import { createServer } from 'node:http';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { closeServer, type ListenAddress, listenOn } from '../listenOn.ts';
import { latencyBoundsSeconds, type MetricName, metricList } from './metricList.ts';
import type { Labels, MetricFamily, SeriesTable, SpreadSeries } from './seriesTable.ts';

/** A value as prom-client writes it. Shared labels are written once for all values and scrapes that have the same object. */
interface WrittenValue {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly sharedLabels: Labels;
  readonly value: number;
}

const noLabels = {};
const boundLabels = latencyBoundsSeconds.map((le) => ({ le }));
const boundless = { le: '+Inf' };

/** The text that Prometheus reads: the metrics of a table as they stand. */
export class PrometheusText {
  readonly #registry = new Registry();
  readonly #table: SeriesTable;
  #families = new Map<MetricName, MetricFamily>();

  constructor(table: SeriesTable) {
    this.#table = table;
    for (const name of Object.keys(metricList)) this.#register(name as MetricName);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async text(): Promise<string> {
    this.#families = new Map(this.#table.families().map((family) => [family.name, family]));
    return await this.#registry.metrics();
  }

  /** Metrics of prom-client count for themselves, one event at a time: these tell what was counted by the second. */
  #register(name: MetricName): void {
    const { kind, help } = metricList[name];
    const own = { name, help, registers: [this.#registry] };
    const metric =
      kind === 'counter'
        ? new Counter(own)
        : kind === 'gauge'
          ? new Gauge(own)
          : new Histogram({ ...own, buckets: [...latencyBoundsSeconds] });
    const told = async () => ({ name, help, type: kind, values: valuesOf(this.#families.get(name)) });
    Object.assign(metric, { get: told, getForPromString: told });
  }
}

function valuesOf(family: MetricFamily | undefined): readonly WrittenValue[] {
  if (family === undefined) return [];
  if (family.kind === 'histogram') return family.series.flatMap((series) => bucketsOf(family.name, series));
  return family.series.map(({ labels, value }) => ({ labels: noLabels, sharedLabels: labels, value }));
}

/** A histogram as it is written: how many are not above each bound, their sum and their number. */
function bucketsOf(
  name: MetricName,
  { labels: sharedLabels, counts, count, sumSeconds }: SpreadSeries,
): WrittenValue[] {
  let below = 0;
  const buckets = boundLabels.map((labels, at) => {
    below += counts[at] ?? 0;
    return { metricName: `${name}_bucket`, labels, sharedLabels, value: below };
  });
  return [
    ...buckets,
    { metricName: `${name}_bucket`, labels: boundless, sharedLabels, value: count },
    { metricName: `${name}_sum`, labels: noLabels, sharedLabels, value: sumSeconds },
    { metricName: `${name}_count`, labels: noLabels, sharedLabels, value: count },
  ];
}

/** Where Prometheus finds the metrics of a run while it goes on. */
export interface PrometheusServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the metrics of a table under `/metrics`. @throws ToolError PORT_IN_USE */
export async function startPrometheusServer(table: SeriesTable, address: ListenAddress): Promise<PrometheusServer> {
  const metrics = new PrometheusText(table);
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (request.method !== 'GET' || path !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('The metrics are under /metrics.\n');
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  const port = await listenOn(server, address, 'The metrics', '--metrics [HOST:]PORT');
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return { url: `http://${host}:${port}/metrics`, close: () => closeServer(server) };
}
