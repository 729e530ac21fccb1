import type { CommandModule } from 'yargs';
import { type FleetOptions, fleetRequest, withFleet } from './fleetOptions.ts';
import { type MonitoringOptions, monitoringRequest, withMonitoring } from './monitoringOptions.ts';
import { baselineOption, flagOption, textOption, textsOption } from './optionKinds.ts';
import {
  type CommonOptions,
  type ProfileOptions,
  preflightOption,
  profileRequest,
  shown,
  withProfile,
} from './options.ts';
import { printRun } from './print.ts';
import { followCapacity } from './progress.ts';

interface CapacityOptions extends CommonOptions, ProfileOptions, MonitoringOptions, FleetOptions {
  readonly peak: string | undefined;
  readonly baseline: string | undefined;
  readonly headroom: string | undefined;
  readonly together: boolean;
  readonly preflight: boolean;
  readonly combine: readonly string[];
}

/** `canvass capacity`: how many respondents a second one datacenter or several carry within their SLO. */
export const capacityCommand: CommandModule<CommonOptions, CapacityOptions> = {
  command: 'capacity [profile]',
  describe: 'Find the highest arrival rate that a service carries within its SLO',
  builder: (cli) =>
    withMonitoring(withFleet(withProfile(cli, 'capacity')))
      .option('peak', textOption('peak', 'Expected peak: 120/s, 7200/min, 432000/h'))
      .option('headroom', textOption('headroom', 'Reserve wanted above the peak: 30%'))
      .option('together', flagOption('Measure all datacenters at the same time; they share this generator'))
      .option('baseline', baselineOption)
      .option('preflight', preflightOption)
      .option('combine', { ...textsOption('Sends nothing: puts saved results into one table'), array: true })
      .example(...shown('$0 capacity', 'the embedded service'))
      .example(...shown('$0 capacity --datacenter eu,us --peak 120/s --headroom 30%', 'is it enough, in both?'))
      .example(
        ...shown('$0 capacity --combine reports/*/result.json --peak 150/s', 'what earlier runs say of another peak'),
      ),
  handler: async (options) => {
    const { capacity, combineCapacities } = await import('../runs/capacity.ts');
    const { out, together, combine, preflight } = options;
    const expected = { peak: options.peak ?? null, headroom: options.headroom ?? null };
    const profile = profileRequest(options.profile, options);
    const baseline = options.baseline ?? null;
    const fleet = fleetRequest(options);
    const monitoring = monitoringRequest(options);
    const run =
      combine.length > 0
        ? await combineCapacities(combine, out, expected)
        : await followCapacity(
            (watch) => capacity({ ...expected, profile, out, together, preflight, baseline, fleet, monitoring }, watch),
            options,
          );
    await printRun(run, options);
  },
};
