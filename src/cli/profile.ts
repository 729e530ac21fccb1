import type { CommandModule } from 'yargs';
import { exitCodes } from '../errors.ts';
import type { Profile } from '../profile/profile.ts';
import { severalLines } from '../report/plainText.ts';
import type { CheckedProfile } from '../runs/checkProfiles.ts';
import { type CommonOptions, profileRequest, shown, without } from './options.ts';

interface CheckOptions extends CommonOptions {
  readonly profiles: string[];
}

/** `canvass profile check`: resolves profiles and says what is wrong with them; nothing is sent anywhere. */
const profileCheckCommand: CommandModule<CommonOptions, CheckOptions> = {
  command: 'check [profiles..]',
  describe: 'Say what is wrong with profiles; sends nothing',
  builder: (cli) =>
    without(cli, 'profile check', ['out'])
      .positional('profiles', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe: 'Names or files; by default all of profiles/',
      })
      .example(...shown('$0 profile check smoke', 'check one profile'))
      .example(...shown('$0 profile check --json smoke', 'print it complete, secrets left out')),
  handler: async (options) => {
    const { checkProfiles } = await import('../runs/checkProfiles.ts');
    const checked = checkProfiles(options.profiles, profileRequest(null, options));
    print(checked, options);
    process.exitCode = checked.every(({ ok }) => ok) ? exitCodes.pass : exitCodes.usage;
  },
};

function print(checked: readonly CheckedProfile[], options: CheckOptions): void {
  if (options.json) {
    process.stdout.write(`${JSON.stringify(checked, null, 2)}\n`);
    return;
  }
  for (const each of checked) {
    if (!each.ok) process.stderr.write(`canvass: ${severalLines(each.problem)}\n`);
    else if (!options.quiet) process.stdout.write(`${each.profile}: ${severalLines(outline(each.resolved))}\n`);
  }
}

/** A profile in a line: whom it tests, with how many. */
function outline({ target, load }: Profile): string {
  const seconds = load.stages.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  const peak =
    load.model === 'open'
      ? `up to ${Math.max(...load.stages.map(({ arrivalsPerSecond }) => arrivalsPerSecond))} arrivals a second`
      : `up to ${Math.max(...load.stages.map(({ respondents }) => respondents))} respondents at once`;
  return `good; ${target.baseUrl}, ${load.model} model, ${peak}, ${seconds} s`;
}

/** `canvass profile schema`: the JSON Schema of profiles, for editors. */
const profileSchemaCommand: CommandModule<CommonOptions, CommonOptions> = {
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
