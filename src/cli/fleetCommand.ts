import { exitCodes } from '../errors.ts';
import { print } from '../report/terminal.ts';
import { command, shown, without } from './options.ts';

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
    const { fleetKeys } = await import('../runs/fleetKey.ts');
    print(fleetKeys[what]());
    process.exitCode = exitCodes.pass;
  },
);
