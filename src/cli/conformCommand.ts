import { parsePercent } from '../profile/percent.ts';
import type { ConformProgress } from '../runs/conform.ts';
import type { RunWatch } from '../runs/runWatch.ts';
import { usualRespondents } from '../runs/usualRespondents.ts';
import { followConform } from './followRun.ts';
import {
  command,
  countOption,
  flagOption,
  profileMeant,
  profileRequest,
  secondsOption,
  shown,
  textOption,
  wholeNumberOption,
} from './options.ts';
import { printAcceptance } from './print.ts';
import { runAll } from './runAll.ts';
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
        countOption(
          'respondents',
          usualRespondents,
          100_000,
          'Respondents who walk beside the probes, with every behaviour often',
        ),
      )
      .option('deep', flagOption('Look at more places: each survey and each list again, as conform.deep'))
      .option('requests', wholeNumberOption('requests', 'End in order after so many requests: 3000'))
      .option('for', textOption('for', 'End in order after so long: 90s, 10m, 1h'))
      .option('shrink', shrinkOption)
      .option('verbose', flagOption('Print every clause and open question, not only what failed'))
      .example(
        shown({
          'conform smoke': 'everything, against the embedded service',
          'conform alpha-validation --accept': 'pin what this release does where the document is silent',
          'conform canvass.yaml --datacenter eu,us --release ALPHA,BETA': 'one table of verdicts',
          'conform smoke --deep': 'again in each survey and each list, with more requests',
          'conform canvass.yaml --for 10m': 'what tells most, in ten minutes of a service that limits calls',
          'conform smoke --clause MOVE-BACK-01': 'one clause again',
        }),
      ),
  async (options) => {
    const wantedCoverage = options['min-coverage'];
    const minCoveragePercent =
      wantedCoverage === undefined ? null : 100 * parsePercent('min-coverage', wantedCoverage, 100);
    const { accept, clause = null, respondents, shrink } = options;
    const bounds = { requests: options.requests ?? null, seconds: secondsOption('for', options.for) };
    const wanted = { ...runRequest(options), bounds, clause, accept, minCoveragePercent, respondents, shrink };
    const set = options.deep ? [...options.set, 'conform.deep=true'] : options.set;
    const runs = await runAll(
      profileRequest(profileMeant(options), { ...options, set }),
      options,
      followConform,
      async (profile, out, watch: RunWatch<ConformProgress>) => {
        const { conform } = await import('../runs/conform.ts');
        return await conform({ ...wanted, profile, out }, watch);
      },
    );
    for (const { accepted } of runs) printAcceptance(accepted, options);
  },
);
