import { command, neededWord, profileRequest, shown, textOption, wholeNumberOption } from './options.ts';
import { printReplays } from './print.ts';

/** `canvass replay`: performs the concrete steps of a recorded failure again, and says whether it still fails. */
export const replayCommand = command(
  'replay <witness> [profile]',
  'Perform the steps of a recorded failure again, alone; say whether it still fails',
  (cli) =>
    cli
      .positional(
        'witness',
        neededWord('Folder of a run, or of runs: the newest; a result.json, or a file with one violation of it'),
      )
      .positional('profile', {
        type: 'string',
        describe: 'Profile, with its target; by default that of the run, with the target of the run',
      })
      .option(
        'violation',
        textOption('violation', 'Id of the violation, or its clause; by default the first problem’s own'),
      )
      .option(
        'times',
        wholeNumberOption(
          'times',
          'How often to repeat it; by default once, and what comes now and then until it was seen 3 times',
          10_000,
          1,
        ),
      )
      .example(
        shown({
          'replay reports/X': 'the first problem of a run',
          'replay reports/X --violation MOVE-BACK-01 --times 5': 'the first of a clause, five times',
          'replay reports/X --base-url http://127.0.0.1:8080': 'against another service',
        }),
      ),
  async (options) => {
    const { witness, times = null, violation = null } = options;
    const { replayViolation } = await import('../runs/replay.ts');
    const profile = profileRequest(options.profile ?? null, options);
    await printReplays(await replayViolation({ witness, violation, profile, times }), options);
  },
);
