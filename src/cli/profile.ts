import type { CommandModule } from 'yargs';
import type { CommonOptions } from './options.ts';
import { profileCheckCommand } from './profileCheck.ts';
import { profileSchemaCommand } from './profileSchema.ts';

/** `canvass profile`: what a profile says, without running it. */
export const profileCommand: CommandModule<CommonOptions, CommonOptions> = {
  command: 'profile',
  describe: 'Check profiles, or print their schema',
  builder: (cli) =>
    cli
      .command(profileCheckCommand)
      .command(profileSchemaCommand)
      .demandCommand(1, 'name what to do: profile check, or profile schema'),
  handler: () => {},
};
