import { command, countOption, profileRequest, shown, textOption } from './options.ts';
import { printReplays } from './print.ts';

/** `canvass replay`: performs the concrete steps of a recorded failure again, and says whether it still fails. */
export const replayCommand = command(
  'replay <witness> [profile]',
  'Perform the steps of a recorded failure again, alone; say whether it still fails',
  (cli) =>
    cli
      .positional('witness', {
        type: 'string',
        demandOption: true,
        describe: 'Folder of a run, its result.json, or a file with one violation of it',
      })
      .positional('profile', { type: 'string', describe: 'Profile of the target; by default that of the run' })
      .option('violation', textOption('violation', 'Id of the violation, or its clause; by default the first'))
      .option('times', countOption('times', 1, 10_000, 'How often to repeat it', 1))
      .example(
        shown({
          'replay reports/X': 'the first violation of a run',
          'replay reports/X --violation MOVE-BACK-01 --times 5': 'the first of a clause, five times',
          'replay reports/X --base-url http://127.0.0.1:8080': 'against another service',
        }),
      ),
  async (options) => {
    const { witness, times, violation = null } = options;
    const { replayViolation } = await import('../runs/replay.ts');
    const profile = profileRequest(options.profile ?? null, options);
    await printReplays(await replayViolation({ witness, violation, profile, times }), options);
  },
);
