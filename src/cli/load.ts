import type { CommandModule } from 'yargs';
import { ToolError } from '../errors.ts';
import { type FleetOptions, fleetRequest, withFleet } from './fleetOptions.ts';
import { runAll } from './matrix.ts';
import { type MonitoringOptions, monitoringRequest, withMonitoring } from './monitoringOptions.ts';
import { baselineOption, countOption, portOption } from './optionKinds.ts';
import {
  type CommonOptions,
  type ProfileOptions,
  preflightOption,
  profileRequest,
  shown,
  shrinkOption,
  withProfile,
} from './options.ts';
import { followLoad } from './progress.ts';

interface LoadOptions extends CommonOptions, ProfileOptions, MonitoringOptions, FleetOptions {
  readonly baseline: string | undefined;
  readonly dashboard: number | undefined;
  readonly repeat: number;
  readonly shrink: boolean;
  readonly preflight: boolean;
}

/** `canvass load`: many respondents walk the profile's surveys; every response is judged and measured. */
export const loadCommand: CommandModule<CommonOptions, LoadOptions> = {
  command: 'load [profile]',
  describe: 'Walk many respondents through surveys; judge and measure every response',
  builder: (cli) =>
    withMonitoring(withFleet(withProfile(cli)))
      .option(
        'dashboard',
        portOption('dashboard', 'Port of a live page of the run on this machine; 0 takes a free one'),
      )
      .option('baseline', baselineOption)
      .option('repeat', countOption('repeat', 1, 100, 'Run so often, one after the other, and pool the results'))
      .option('shrink', shrinkOption)
      .option('preflight', preflightOption)
      .example(...shown('$0 load smoke', 'ten seconds against the embedded service'))
      .example(
        ...shown('$0 load ci-regression --base-url http://127.0.0.1:8080', 'the same load against another service'),
      )
      .example(...shown('$0 load canvass.yaml --metrics 9464', 'Prometheus watches the run'))
      .example(...shown('$0 load canvass.yaml --repeat 3', 'three runs and what they say together, for compare'))
      .example(...shown('$0 load canvass.yaml --datacenter eu,us --release ALPHA,BETA', 'one table of verdicts'))
      .example(
        ...shown('$0 load beta-validation --nats nats://10.0.0.5:4222 --workers 3', 'on three machines, as one run'),
      )
      .example(...shown('$0 load smoke --seed 7 --set load.stages.0.arrivalsPerSecond=100', 'one value changed')),
  handler: async (options) => {
    if (options.repeat === 0) throw new ToolError('USAGE', '--repeat takes a number from 1 on');
    const { repeatLoad } = await import('../runs/repeatLoad.ts');
    const { dashboard, repeat, shrink, preflight } = options;
    const wanted = {
      baseline: options.baseline ?? null,
      dashboardPort: dashboard ?? null,
      shrink,
      preflight,
      fleet: fleetRequest(options),
      monitoring: monitoringRequest(options),
    };
    await runAll(profileRequest(options.profile, options), options, followLoad, (profile, out, watch) =>
      repeatLoad({ ...wanted, profile, out }, repeat, watch),
    );
  },
};
