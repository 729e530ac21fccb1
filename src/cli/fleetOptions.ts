import type { Argv } from 'yargs';
import { ToolError } from '../errors.ts';
import type { FleetRequest } from '../runs/runGenerators.ts';
import { countOption, textOption } from './optionKinds.ts';

/** Longest times that a worker may be silent, and be waited for, s. */
const longestSilenceSeconds = 60;
const longestWaitSeconds = 86_400;

export const natsOption = textOption('nats', 'NATS server: nats://host:port, or tls://host:port');
export const natsCaOption = textOption('nats-ca', 'PEM file of the authorities that NATS is trusted by');
export const fleetOption = textOption('fleet', 'Name of the fleet (canvass)');
export const standardFleet = 'canvass';

/** Options of a run that a fleet can carry. */
export interface FleetOptions {
  readonly nats: string | undefined;
  readonly 'nats-ca': string | undefined;
  readonly fleet: string | undefined;
  readonly workers: string | undefined;
  readonly wait: number;
  readonly 'allow-lost': number;
  readonly 'lost-after': number;
}

export function withFleet<T>(cli: Argv<T>): Argv<T & FleetOptions> {
  return cli
    .option('nats', natsOption)
    .option('nats-ca', natsCaOption)
    .option('fleet', fleetOption)
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
export function fleetRequest(options: FleetOptions): FleetRequest | null {
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
