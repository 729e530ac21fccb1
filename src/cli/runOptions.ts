import type { Argv } from 'yargs';
import { ToolError } from '../errors.ts';
import type { MonitoringRequest } from '../runs/monitoring.ts';
import type { FleetRequest } from '../runs/runGenerators.ts';
import { baselineOption, countOption, textOption, withProfile } from './options.ts';

type OptionsOf<Adding extends (cli: Argv) => Argv<unknown>> =
  ReturnType<Adding> extends Argv<infer Options> ? Options : never;

/** Adds what every run of a profile takes. */
export function withRun<T>(cli: Argv<T>) {
  return withProfile(cli)
    .option(
      'metrics',
      textOption('metrics', '[HOST:]PORT at which Prometheus finds the metrics of the run; 0: a free one'),
    )
    .option(
      'otlp',
      textOption('otlp', 'Push the metrics to an OpenTelemetry collector once a second: http://host:4318'),
    )
    .group(['metrics', 'otlp'], 'Watched from outside:')
    .option('baseline', baselineOption)
    .option('preflight', {
      type: 'boolean',
      default: true,
      describe: 'Look first whether the run can work: keys, surveys, budget, open files; --no-preflight leaves it out',
    });
}

/** What a command line says of the run, beside its profile. @throws ToolError USAGE */
export function runRequest({ baseline, preflight, metrics, otlp }: OptionsOf<typeof withRun>) {
  const monitoring: MonitoringRequest = {
    metrics: metrics === undefined ? null : listenAddress(metrics),
    otlpUrl: otlp === undefined ? null : collectorUrl(otlp),
  };
  return { baseline: baseline ?? null, preflight, monitoring };
}

/** Whether violations are repeated when a run is done. */
export const shrinkOption = {
  type: 'boolean',
  default: true,
  describe: 'Repeat each violation afterwards, say what it depends on, and shorten its witness; --no-shrink leaves it',
} as const;

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
  const url = URL.parse(text);
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

/** Longest times that a worker may be silent, and be waited for, s. */
const longestSilenceSeconds = 60;
const longestWaitSeconds = 86_400;

export const standardFleet = 'canvass';

/** Adds how the NATS of a fleet is reached. */
export function withNats<T>(cli: Argv<T>) {
  return cli
    .option('nats', textOption('nats', 'NATS server: nats://host:port, or tls://host:port'))
    .option('nats-ca', textOption('nats-ca', 'PEM file of the authorities that NATS is trusted by'))
    .option('fleet', textOption('fleet', `Name of the fleet (${standardFleet})`));
}

/** Adds what says that a fleet carries the run. */
export function withFleet<T>(cli: Argv<T>) {
  return withNats(cli)
    .option('workers', textOption('workers', 'How many workers carry the run (3), or which (a,b,c)'))
    .option('wait', countOption('wait', 120, longestWaitSeconds, 'Seconds to wait for workers'))
    .option('allow-lost', countOption('allow-lost', 0, 100_000, 'Workers that may be lost before the run is invalid'))
    .option(
      'lost-after',
      countOption('lost-after', 15, longestSilenceSeconds, 'Seconds without a word after which a worker is lost'),
    )
    .group(['nats', 'nats-ca', 'fleet', 'workers', 'wait', 'allow-lost', 'lost-after'], 'Many machines:');
}

/** The fleet that a command line asks for; `null` for this machine alone. @throws ToolError USAGE */
export function fleetRequest(options: OptionsOf<typeof withFleet>): FleetRequest | null {
  const { nats, fleet, workers } = options;
  const aside = { fleet, workers, 'nats-ca': options['nats-ca'] };
  if (nats === undefined) {
    const [given] = Object.entries(aside).find(([, value]) => value !== undefined) ?? [];
    if (given === undefined) return null;
    throw new ToolError('USAGE', `--${given} is of a fleet: say where its NATS is with --nats nats://host:port`);
  }
  if (workers === undefined) {
    throw new ToolError('USAGE', '--nats asks for a fleet: say how many workers carry the run, --workers 3');
  }
  if (options['lost-after'] === 0) throw new ToolError('USAGE', '--lost-after is at least 1');
  return {
    nats,
    natsCa: options['nats-ca'] ?? null,
    fleet: fleet ?? standardFleet,
    workers,
    waitSeconds: options.wait,
    allowLost: options['allow-lost'],
    lostAfterSeconds: options['lost-after'],
    environment: process.env,
  };
}
