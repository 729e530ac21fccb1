import type { Argv } from 'yargs';
import { ToolError } from '../errors.ts';
import type { MonitoringRequest } from '../runs/monitoring.ts';
import { textOption } from './optionKinds.ts';

/** Options of a run that can be watched from outside. */
export interface MonitoringOptions {
  readonly metrics: string | undefined;
  readonly otlp: string | undefined;
}

export function withMonitoring<T>(cli: Argv<T>): Argv<T & MonitoringOptions> {
  return cli
    .option(
      'metrics',
      textOption('metrics', '[HOST:]PORT at which Prometheus finds the metrics of the run; 0: a free one'),
    )
    .option(
      'otlp',
      textOption('otlp', 'Push the metrics to an OpenTelemetry collector once a second: http://host:4318'),
    )
    .group(['metrics', 'otlp'], 'Watched from outside:');
}

/** How a command line wants its runs watched. @throws ToolError USAGE */
export function monitoringRequest({ metrics, otlp }: MonitoringOptions): MonitoringRequest {
  return {
    metrics: metrics === undefined ? null : listenAddress(metrics),
    otlpUrl: otlp === undefined ? null : collectorUrl(otlp),
  };
}

function listenAddress(text: string): MonitoringRequest['metrics'] {
  const [, address, name, digits] = /^(?:\[([\da-fA-F:.]+)\]:|([\w.-]+):)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits ?? Number.NaN);
  if (!(port <= 65_535)) {
    throw new ToolError('USAGE', `--metrics takes a port, 9464, or an address with one, 0.0.0.0:9464, not "${text}"`);
  }
  return { host: address ?? name ?? '127.0.0.1', port };
}

const metricsPath = '/v1/metrics';

/** As `OTEL_EXPORTER_OTLP_ENDPOINT` is read: the path of metrics is added where it is not there. */
function collectorUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new ToolError('USAGE', '--otlp takes the address of a collector, http://host:4318');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ToolError(
      'USAGE',
      '--otlp takes an address without user and query: what the collector wants to see goes into OTEL_EXPORTER_OTLP_HEADERS',
    );
  }
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith(metricsPath) ? path : path + metricsPath}`;
}
