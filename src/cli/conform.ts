import { parsePercent } from '../profile/percent.ts';
import type { ConformProgress } from '../runs/conform.ts';
import type { RunWatch } from '../runs/runWatch.ts';
import { runAll } from './matrix.ts';
import { command, countOption, flagOption, profileRequest, shown, textOption } from './options.ts';
import { printAcceptance } from './print.ts';
import { followConform } from './progress.ts';
import { runRequest, shrinkOption, withRun } from './runOptions.ts';

/** `canvass conform`: exercises every clause of the document, and asks where it is silent. */
export const conformCommand = command(
  'conform [profile]',
  'Exercise every clause of the document; record what the service does where it is silent',
  (cli) =>
    withRun(cli)
      .option('clause', textOption('clause', 'Only this clause or open question, by its id'))
      .option('accept', flagOption('Write what was observed into the baseline: later runs report what drifted'))
      .option('min-coverage', textOption('min-coverage', 'Fail when a smaller share of the clauses was exercised: 95%'))
      .option(
        'respondents',
        countOption('respondents', 150, 100_000, 'Respondents who walk beside the probes, with every behaviour often'),
      )
      .option('deep', flagOption('Look at more places: each survey and each list again, as conform.deep'))
      .option('shrink', shrinkOption)
      .option('verbose', flagOption('Print every clause and open question, not only what failed'))
      .example(
        shown({
          'conform smoke': 'everything, against the embedded service',
          'conform alpha-validation --accept': 'pin what this release does where the document is silent',
          'conform canvass.yaml --datacenter eu,us --release ALPHA,BETA': 'one table of verdicts',
          'conform smoke --deep': 'again in each survey and each list, with more requests',
          'conform smoke --clause MOVE-BACK-01': 'one clause again',
        }),
      ),
  async (options) => {
    const wantedCoverage = options['min-coverage'];
    const minCoveragePercent =
      wantedCoverage === undefined ? null : 100 * parsePercent('min-coverage', wantedCoverage, 100);
    const { conform } = await import('../runs/conform.ts');
    const { accept, clause = null, respondents, shrink } = options;
    const wanted = { ...runRequest(options), clause, accept, minCoveragePercent, respondents, shrink };
    const set = options.deep ? [...options.set, 'conform.deep=true'] : options.set;
    const runs = await runAll(
      profileRequest(options.profile, { ...options, set }),
      options,
      followConform,
      (profile, out, watch: RunWatch<ConformProgress>) => conform({ ...wanted, profile, out }, watch),
    );
    for (const { accepted } of runs) printAcceptance(accepted, options);
  },
);
