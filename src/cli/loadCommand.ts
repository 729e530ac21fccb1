import { followLoad } from './followRun.ts';
import { command, countOption, portOption, profileMeant, profileRequest, shown } from './options.ts';
import { runAll } from './runAll.ts';
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
      .option('repeat', countOption('repeat', 1, 100, 'Run so often, one after the other, and pool the results', 1))
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
    const wanted = {
      ...runRequest(options),
      dashboardPort: dashboard ?? null,
      shrink,
      fleet: fleetRequest(options),
    };
    await runAll(profileRequest(profileMeant(options), options), options, followLoad, async (profile, out, watch) => {
      const { repeatLoad } = await import('../runs/load.ts');
      return await repeatLoad({ ...wanted, profile, out }, repeat, watch);
    });
  },
);
