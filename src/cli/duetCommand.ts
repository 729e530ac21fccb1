import { followDuet } from './followRun.ts';
import {
  command,
  countOption,
  failOnOption,
  flagOption,
  neededWord,
  profileMeant,
  profileRequest,
  shareOption,
  shown,
  textOption,
  textsOption,
  without,
} from './options.ts';
import { printComparison } from './print.ts';
import { fleetRequest, runRequest, withFleet, withRun } from './runOptions.ts';

/** `canvass duet`: the same respondents walk two releases at once. */
export const duetCommand = command(
  'duet <base> <candidate> [profile]',
  'Walk two releases side by side: what does the candidate do otherwise, is it slower?',
  (cli) =>
    withFleet(withRun(without(cli, 'duet', ['base-url', 'datacenter'])))
      .positional('base', neededWord('Base URL of the release that is trusted, or its name in datacenters.yaml'))
      .positional('candidate', neededWord('Base URL of the release in question, or its name in datacenters.yaml'))
      .option('candidate-set', textsOption('As --set, for the candidate alone: keys of target, surveys and admin'))
      .option('until-sure', flagOption('Go on until faster can be told from slower'))
      .option('max-minutes', countOption('max-minutes', 10, 24 * 60, 'Longest run of --until-sure'))
      .option('minimum-effect', textOption('minimum-effect', 'Smallest shift that matters (duet.minimumEffect)'))
      .option('fail-on', failOnOption)
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
      profile: profileRequest(profileMeant({ ...options, 'base-url': options.base }), options),
      base: options.base,
      candidate: options.candidate,
      candidateSet: options['candidate-set'],
      untilSureMinutes: options['until-sure'] ? options['max-minutes'] : null,
      minimumEffect: shareOption('minimum-effect', options['minimum-effect']),
      out: options.out,
      fleet: fleetRequest(options),
    };
    const { comparison, directory } = await followDuet((watch) => duet(wanted, watch), options);
    await printComparison(comparison, `Reports: ${directory}`, options);
  },
);
