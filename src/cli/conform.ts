import type { CommandModule } from 'yargs';
import { parsePercent } from '../profile/percent.ts';
import type { ConformProgress } from '../runs/conform.ts';
import type { RunWatch } from '../runs/runWatch.ts';
import { runAll } from './matrix.ts';
import { type MonitoringOptions, monitoringRequest, withMonitoring } from './monitoringOptions.ts';
import { baselineOption, countOption, flagOption, textOption } from './optionKinds.ts';
import {
  type CommonOptions,
  type ProfileOptions,
  preflightOption,
  profileRequest,
  shown,
  shrinkOption,
  withProfile,
} from './options.ts';
import { printAcceptance } from './print.ts';
import { followConform } from './progress.ts';

interface ConformOptions extends CommonOptions, ProfileOptions, MonitoringOptions {
  readonly clause: string | undefined;
  readonly baseline: string | undefined;
  readonly accept: boolean;
  readonly 'min-coverage': string | undefined;
  readonly respondents: number;
  readonly shrink: boolean;
  readonly preflight: boolean;
  readonly verbose: boolean;
}

/** `canvass conform`: exercises every clause of the document, and asks where it is silent. */
export const conformCommand: CommandModule<CommonOptions, ConformOptions> = {
  command: 'conform [profile]',
  describe: 'Exercise every clause of the document; record what the service does where it is silent',
  builder: (cli) =>
    withMonitoring(withProfile(cli))
      .option('clause', textOption('clause', 'Only this clause or open question, by its id'))
      .option('baseline', baselineOption)
      .option('accept', flagOption('Write what was observed into the baseline: later runs report what drifted'))
      .option('min-coverage', textOption('min-coverage', 'Fail when a smaller share of the clauses was exercised: 95%'))
      .option(
        'respondents',
        countOption('respondents', 150, 100_000, 'Respondents who walk beside the probes, with every behaviour often'),
      )
      .option('shrink', shrinkOption)
      .option('preflight', preflightOption)
      .option('verbose', flagOption('Print every clause and open question, not only what failed'))
      .example(...shown('$0 conform smoke', 'everything, against the embedded service'))
      .example(
        ...shown('$0 conform alpha-validation --accept', 'pin what this release does where the document is silent'),
      )
      .example(...shown('$0 conform canvass.yaml --datacenter eu,us --release ALPHA,BETA', 'one table of verdicts'))
      .example(...shown('$0 conform smoke --clause MOVE-BACK-01', 'one clause again')),
  handler: async (options) => {
    const wantedCoverage = options['min-coverage'];
    const minCoveragePercent =
      wantedCoverage === undefined ? null : 100 * parsePercent('min-coverage', wantedCoverage, 100);
    const { conform } = await import('../runs/conform.ts');
    const { accept, respondents, shrink, preflight } = options;
    const clause = options.clause ?? null;
    const baseline = options.baseline ?? null;
    const monitoring = monitoringRequest(options);
    const wanted = { monitoring, clause, baseline, accept, minCoveragePercent, respondents, shrink, preflight };
    const runs = await runAll(
      profileRequest(options.profile, options),
      options,
      followConform,
      (profile, out, watch: RunWatch<ConformProgress>) => conform({ ...wanted, profile, out }, watch),
    );
    for (const { accepted } of runs) printAcceptance(accepted, options);
  },
};
