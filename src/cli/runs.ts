import { ToolError } from '../errors.ts';
import { parsePercent } from '../profile/percent.ts';
import type { ConformProgress } from '../runs/conform.ts';
import type { RunWatch } from '../runs/runWatch.ts';
import { runAll } from './matrix.ts';
import {
  command,
  countOption,
  flagOption,
  portOption,
  profileRequest,
  shareOption,
  shown,
  textOption,
  textsOption,
  without,
} from './options.ts';
import { printAcceptance, printDuet, printRun } from './print.ts';
import { followCapacity, followConform, followDuet, followLoad } from './progress.ts';
import { fleetRequest, runRequest, shrinkOption, withFleet, withRun } from './runOptions.ts';

/** `canvass load`: many respondents walk the profile's surveys; every response is judged and measured. */
export const loadCommand = command(
  'load [profile]',
  'Walk many respondents through surveys; judge and measure every response',
  (cli) =>
    withFleet(withRun(cli))
      .option(
        'dashboard',
        portOption('dashboard', 'Port of a live page of the run on this machine; 0 takes a free one'),
      )
      .option('repeat', countOption('repeat', 1, 100, 'Run so often, one after the other, and pool the results'))
      .option('shrink', shrinkOption)
      .example(
        shown({
          'load smoke': 'ten seconds against the embedded service',
          'load ci-regression --base-url http://127.0.0.1:8080': 'the same load against another service',
          'load canvass.yaml --metrics 9464': 'Prometheus watches the run',
          'load canvass.yaml --repeat 3': 'three runs and what they say together, for compare',
          'load canvass.yaml --datacenter eu,us --release ALPHA,BETA': 'one table of verdicts',
          'load beta-validation --nats nats://10.0.0.5:4222 --workers 3': 'on three machines, as one run',
          'load smoke --seed 7 --set load.stages.0.arrivalsPerSecond=100': 'one value changed',
        }),
      ),
  async (options) => {
    const { dashboard, repeat, shrink } = options;
    if (repeat === 0) throw new ToolError('USAGE', '--repeat takes a number from 1 on');
    const { repeatLoad } = await import('../runs/repeatLoad.ts');
    const wanted = {
      ...runRequest(options),
      dashboardPort: dashboard ?? null,
      shrink,
      fleet: fleetRequest(options),
    };
    await runAll(profileRequest(options.profile, options), options, followLoad, (profile, out, watch) =>
      repeatLoad({ ...wanted, profile, out }, repeat, watch),
    );
  },
);

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
      .option('shrink', shrinkOption)
      .option('verbose', flagOption('Print every clause and open question, not only what failed'))
      .example(
        shown({
          'conform smoke': 'everything, against the embedded service',
          'conform alpha-validation --accept': 'pin what this release does where the document is silent',
          'conform canvass.yaml --datacenter eu,us --release ALPHA,BETA': 'one table of verdicts',
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
    const runs = await runAll(
      profileRequest(options.profile, options),
      options,
      followConform,
      (profile, out, watch: RunWatch<ConformProgress>) => conform({ ...wanted, profile, out }, watch),
    );
    for (const { accepted } of runs) printAcceptance(accepted, options);
  },
);

/** `canvass capacity`: how many respondents a second one datacenter or several carry within their SLO. */
export const capacityCommand = command(
  'capacity [profile]',
  'Find the highest arrival rate that a service carries within its SLO',
  (cli) =>
    withFleet(withRun(cli, 'capacity'))
      .option('peak', textOption('peak', 'Expected peak: 120/s, 7200/min, 432000/h'))
      .option('headroom', textOption('headroom', 'Reserve wanted above the peak: 30%'))
      .option('together', flagOption('Measure all datacenters at the same time; they share this generator'))
      .option('combine', { ...textsOption('Sends nothing: puts saved results into one table'), array: true })
      .example(
        shown({
          capacity: 'the embedded service',
          'capacity --datacenter eu,us --peak 120/s --headroom 30%': 'is it enough, in both?',
          'capacity --combine reports/*/result.json --peak 150/s': 'what earlier runs say of another peak',
        }),
      ),
  async (options) => {
    const { capacity, combineCapacities } = await import('../runs/capacity.ts');
    const { out, together, combine, peak = null, headroom = null } = options;
    const expected = { peak, headroom };
    const profile = profileRequest(options.profile, options);
    const wanted = { ...expected, ...runRequest(options), profile, out, together, fleet: fleetRequest(options) };
    const run =
      combine.length > 0
        ? await combineCapacities(combine, out, expected)
        : await followCapacity((watch) => capacity(wanted, watch), options);
    await printRun(run, options);
  },
);

/** `canvass duet`: the same respondents walk two releases at once. */
export const duetCommand = command(
  'duet <base> <candidate> [profile]',
  'Walk two releases side by side: what does the candidate do otherwise, is it slower?',
  (cli) =>
    withFleet(withRun(without(cli, 'duet', ['base-url', 'datacenter'])))
      .positional('base', {
        type: 'string',
        demandOption: true,
        describe: 'Base URL of the release that is trusted, or its name in datacenters.yaml',
      })
      .positional('candidate', {
        type: 'string',
        demandOption: true,
        describe: 'Base URL of the release in question, or its name in datacenters.yaml',
      })
      .option('candidate-set', textsOption('As --set, for the candidate alone: keys of target, surveys and admin'))
      .option('until-sure', flagOption('Go on until faster can be told from slower'))
      .option('max-minutes', countOption('max-minutes', 10, 24 * 60, 'Longest run of --until-sure'))
      .option('minimum-effect', textOption('minimum-effect', 'Smallest shift that matters (duet.minimumEffect)'))
      .example(
        shown({
          'duet http://127.0.0.1:8081 http://127.0.0.1:8082 mine.yaml': 'two builds on this machine',
          'duet alpha beta mine.yaml --until-sure --max-minutes 20': 'two names of datacenters.yaml',
          'duet alpha beta mine.yaml --nats nats://10.0.0.5:4222 --workers 3': 'on three machines',
          "duet embedded embedded --candidate-set 'target.embedded.faults=[back-two-pages]'": 'see it find a fault',
        }),
      ),
  async (options) => {
    const { duet } = await import('../runs/duet.ts');
    const wanted = {
      ...runRequest(options),
      profile: profileRequest(options.profile, options),
      base: options.base,
      candidate: options.candidate,
      candidateSet: options['candidate-set'],
      untilSureMinutes: options['until-sure'] ? options['max-minutes'] : null,
      minimumEffect: shareOption('minimum-effect', options['minimum-effect']),
      out: options.out,
      fleet: fleetRequest(options),
    };
    await printDuet(await followDuet((watch) => duet(wanted, watch), options), options);
  },
);
