import { exitCodes, ToolError } from '../errors.ts';
import { print } from '../report/terminal.ts';
import { command, flagOption, shown, textOption, textsOption, wholeNumberOption, without } from './options.ts';
import { standardFleet, withNats } from './runOptions.ts';

/** `canvass worker`: one machine of a fleet; it waits for a leader and carries its share of each run. */
export const workerCommand = command(
  'worker',
  'Join a fleet of machines over NATS, and carry a share of its runs',
  (cli) =>
    withNats(without(cli, 'worker', ['out', 'seed', 'base-url', 'datacenter', 'set']))
      .option(
        'name',
        textOption(
          'name',
          'Name of this worker, its own in the fleet (that of the machine, with the number of the process)',
        ),
      )
      .option('threads', wholeNumberOption('threads', 'Generating threads (one a core)'))
      .option('allow-host', {
        ...textsOption('A host that it may send to, or *.domain; without, only this machine; can be repeated'),
        array: true,
      })
      .option('allow-key', {
        ...textsOption(
          'A variable that an API key may be taken from, beside CANVASS_…API_KEY and CANVASS_FORBIDDEN_KEY; can be repeated',
        ),
        array: true,
      })
      .option('once', flagOption('End when one leader was served'))
      .example(
        shown({
          'worker --nats nats://10.0.0.5:4222 --allow-host survey.example.com': 'on each machine',
          'load beta-validation --nats nats://10.0.0.5:4222 --workers 3': 'on one of them, or another: the run',
        }),
      ),
  async (options) => {
    const { worker } = await import('../runs/worker.ts');
    if (options.nats === undefined) throw new ToolError('USAGE', 'worker needs --nats nats://host:port');
    if (options.threads === 0) throw new ToolError('USAGE', '--threads is at least 1');
    const interrupt = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => interrupt.abort());
    await worker({
      address: {
        url: options.nats,
        caFile: options['nats-ca'] ?? null,
        fleet: options.fleet ?? standardFleet,
        environment: process.env,
      },
      name: options.name ?? null,
      threads: options.threads ?? null,
      rules: {
        allowHosts: options['allow-host'],
        allowKeys: options['allow-key'],
        environment: process.env,
        folder: process.cwd(),
      },
      once: options.once,
      interrupt: interrupt.signal,
      say: (text) => {
        if (!options.quiet) print(`canvass: ${text}\n`, 'stderr');
      },
    });
    process.exitCode = exitCodes.pass;
  },
);

/** `canvass fleet`: what makes a fleet a closed circle, its key; and what lets its machines into NATS. */
export const fleetCommand = command(
  'fleet <what>',
  'Make what closes a fleet: its key, or an nkey for its NATS',
  (cli) =>
    without(cli, 'fleet', ['json', 'out', 'seed', 'base-url', 'datacenter', 'set'])
      .positional('what', {
        choices: ['key', 'nkey'] as const,
        demandOption: true,
        describe: 'key, for CANVASS_FLEET_KEY; nkey, whose seed is for CANVASS_NATS_NKEY',
      })
      .example(shown({ 'fleet key > fleet.key': 'to be given to each machine, and to nobody else' })),
  async ({ what }) => {
    const { fleetKeys } = await import('../runs/worker.ts');
    print(fleetKeys[what]());
    process.exitCode = exitCodes.pass;
  },
);
