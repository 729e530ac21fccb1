import type { CommandModule } from 'yargs';
import { ToolError } from '../errors.ts';
import { countOption, textOption } from './optionKinds.ts';
import { type CommonOptions, profileRequest, shown } from './options.ts';
import { printReplays } from './print.ts';

interface ReplayCommandOptions extends CommonOptions {
  readonly witness: string;
  readonly profile: string | undefined;
  readonly violation: string | undefined;
  readonly times: number;
}

/** `canvass replay`: performs the concrete steps of a recorded failure again, and says whether it still fails. */
export const replayCommand: CommandModule<CommonOptions, ReplayCommandOptions> = {
  command: 'replay <witness> [profile]',
  describe: 'Perform the steps of a recorded failure again, alone; say whether it still fails',
  builder: (cli) =>
    cli
      .positional('witness', {
        type: 'string',
        demandOption: true,
        describe: 'Folder of a run, its result.json, or a file with one violation of it',
      })
      .positional('profile', { type: 'string', describe: 'Profile of the target; by default that of the run' })
      .option('violation', textOption('violation', 'Id of the violation, or its clause; by default the first'))
      .option('times', countOption('times', 1, 10_000, 'How often to repeat it'))
      .example(...shown('$0 replay reports/X', 'the first violation of a run'))
      .example(...shown('$0 replay reports/X --violation MOVE-BACK-01 --times 5', 'the first of a clause, five times'))
      .example(...shown('$0 replay reports/X --base-url http://127.0.0.1:8080', 'against another service')),
  handler: async (options) => {
    const { witness, times } = options;
    if (times === 0) throw new ToolError('USAGE', '--times takes a number from 1 on');
    const { replayViolation } = await import('../runs/replay.ts');
    const profile = profileRequest(options.profile ?? null, options);
    const replays = await replayViolation({ witness, violation: options.violation ?? null, profile, times });
    await printReplays(replays, options);
  },
};
