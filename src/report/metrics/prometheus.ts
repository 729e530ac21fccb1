import { createServer } from 'node:http';
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { toolVersion } from '../../toolVersion.ts';
import { closeServer, type ListenAddress, listenOn } from '../listenOn.ts';
import type { SeriesTable } from './seriesTable.ts';

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** Neither time stamps nor series about OpenTelemetry itself: what is pushed to a collector has the same series. */
const serializer = new PrometheusSerializer('', false, undefined, true, true);
const noResource = resourceFromAttributes({});

/** The text that Prometheus reads: the metrics of a table as they stand. */
export function prometheusText(table: SeriesTable): string {
  return serializer.serialize(table.exported(noResource, toolVersion()));
}

/** Where Prometheus finds the metrics of a run while it goes on. */
export interface PrometheusServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the metrics of a table under `/metrics`. @throws ToolError PORT_IN_USE */
export async function startPrometheusServer(table: SeriesTable, address: ListenAddress): Promise<PrometheusServer> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (request.method !== 'GET' || path !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('The metrics are under /metrics.\n');
      return;
    }
    response.writeHead(200, { 'content-type': contentType }).end(prometheusText(table));
  });
  const port = await listenOn(server, address, 'The metrics', '--metrics [HOST:]PORT');
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return { url: `http://${host}:${port}/metrics`, close: () => closeServer(server) };
}
