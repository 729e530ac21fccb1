import type { CommandModule } from 'yargs';
import { exitCodes } from '../errors.ts';
import { type CommonOptions, shown, without } from './options.ts';

/** `canvass profile schema`: the JSON Schema of profiles, for editors. */
export const profileSchemaCommand: CommandModule<CommonOptions, CommonOptions> = {
  command: 'schema',
  describe: 'Print the JSON Schema of profiles',
  builder: (cli) =>
    without(cli, 'profile schema', ['out', 'seed', 'base-url', 'datacenter', 'set']).example(
      ...shown('$0 profile schema > profile.schema.json', 'for an editor'),
    ),
  handler: async () => {
    const { publishedSchema } = await import('../profile/publishedSchema.ts');
    process.stdout.write(`${publishedSchema()}\n`);
    process.exitCode = exitCodes.pass;
  },
};
