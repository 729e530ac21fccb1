import { createServer } from 'node:http';
import { closeServer, type ListenAddress, listenOn } from '../listenOn.ts';
import { PrometheusText } from './prometheusText.ts';
import type { SeriesTable } from './seriesTable.ts';

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
