import type { CommandModule } from 'yargs';
import { type FleetOptions, fleetRequest, withFleet } from './fleetOptions.ts';
import { baselineOption, portOption } from './optionKinds.ts';
import {
  type CommonOptions,
  type ProfileOptions,
  preflightOption,
  profileRequest,
  shown,
  shrinkOption,
  withProfile,
} from './options.ts';
import { printRun } from './print.ts';
import { followLoad } from './progress.ts';

interface LoadOptions extends CommonOptions, ProfileOptions, FleetOptions {
  readonly baseline: string | undefined;
  readonly dashboard: number | undefined;
  readonly shrink: boolean;
  readonly preflight: boolean;
}

/** `canvass load`: many respondents walk the profile's surveys; every response is judged and measured. */
export const loadCommand: CommandModule<CommonOptions, LoadOptions> = {
  command: 'load [profile]',
  describe: 'Walk many respondents through surveys; judge and measure every response',
  builder: (cli) =>
    withFleet(withProfile(cli))
      .option(
        'dashboard',
        portOption('dashboard', 'Port of a live page of the run on this machine; 0 takes a free one'),
      )
      .option('baseline', baselineOption)
      .option('shrink', shrinkOption)
      .option('preflight', preflightOption)
      .example(...shown('$0 load smoke', 'ten seconds against the embedded service'))
      .example(
        ...shown('$0 load ci-regression --base-url http://127.0.0.1:8080', 'the same load against another service'),
      )
      .example(
        ...shown('$0 load beta-validation --nats nats://10.0.0.5:4222 --workers 3', 'on three machines, as one run'),
      )
      .example(...shown('$0 load smoke --seed 7 --set load.stages.0.arrivalsPerSecond=100', 'one value changed')),
  handler: async (options) => {
    const { load } = await import('../runs/load.ts');
    const wanted = {
      profile: profileRequest(options.profile, options),
      out: options.out,
      baseline: options.baseline ?? null,
      dashboardPort: options.dashboard ?? null,
      shrink: options.shrink,
      preflight: options.preflight,
      fleet: fleetRequest(options),
    };
    await printRun(await followLoad((watch) => load(wanted, watch), options), options);
  },
};
