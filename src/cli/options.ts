import { existsSync } from 'node:fs';
import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { ToolError } from '../errors.ts';
import type { ProfileRequest } from '../profile/profileLayers.ts';
import { flagOption, one, textOption, textsOption, wholeNumberOption } from './optionKinds.ts';

/** What every command takes (design, Commands). */
export type CommonOptions = ReturnType<typeof withCommonOptions> extends Argv<infer Options> ? Options : never;

export function withCommonOptions(cli: Argv) {
  return cli
    .option('json', flagOption('Print the result as JSON, and nothing else'))
    .option('quiet', flagOption('Print the verdict only'))
    .option('out', {
      ...textOption('out', 'Folder for results'),
      default: standardOut,
      coerce: (value: unknown) => one('out', value) ?? standardOut,
    })
    .option('seed', wholeNumberOption('seed', 'Same seed, same walks'))
    .option('base-url', textOption('base-url', 'Target instead of the one in the profile'))
    .option('datacenter', textOption('datacenter', 'A key of datacenters.yaml: fills base URL and keys'))
    .option('set', textsOption('Override one value of the profile, path=value; can be repeated'))
    .group(['json', 'quiet', 'out', 'seed', 'base-url', 'datacenter', 'set'], 'Common options:');
}

/** Where reports lie unless `--out` says otherwise. */
export const standardOut = 'reports';

/** A command; what its handler gets follows from its builder. */
export function command<Options extends CommonOptions>(
  words: string,
  describe: string,
  builder: (cli: Argv<CommonOptions>) => Argv<Options>,
  handler: (options: ArgumentsCamelCase<Options>) => Promise<void>,
): CommandModule<CommonOptions, Options> {
  return { command: words, describe, builder, handler };
}

/** Examples of the help, each by its command: what it is for above it, so that it stays whole on a line of its own, to be copied. */
export function shown(purposes: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(purposes).map(([words, purpose]) => [`# ${purpose}\n$0 ${words}`, '']);
}

/** Common options that a command has no use for: not in its help, and refused. */
export function without<T extends CommonOptions>(
  cli: Argv<T>,
  command: string,
  unread: readonly ('out' | 'seed' | 'base-url' | 'datacenter' | 'set')[],
): Argv<T> {
  for (const name of unread) cli.hide(name);
  return cli.check((options: CommonOptions) => {
    const given = unread.find((name) => {
      const value = options[name];
      return Array.isArray(value)
        ? value.length > 0
        : value !== undefined && !(name === 'out' && value === standardOut);
    });
    if (given !== undefined) throw new ToolError('USAGE', `canvass ${command} has no use for --${given}; leave it out`);
    return true;
  }, false);
}

/** What `init` writes: the profile of the folder, where none is named. */
const ownProfile = 'canvass.yaml';

/** Adds `[profile]` and `--release`. @param standard where the folder has no profile of its own */
export function withProfile<T>(cli: Argv<T>, standard = 'smoke') {
  return cli
    .positional('profile', {
      type: 'string',
      default: existsSync(ownProfile) ? ownProfile : standard,
      describe: `Name of a profile in profiles/, or the path of a file; without one ${ownProfile} where the folder has it`,
    })
    .option('release', textOption('release', 'Label of the release, for reports and the baseline'));
}

/** What the command line says of a profile, for `loadProfile`. */
export function profileRequest<Name extends string | null>(
  profile: Name,
  options: CommonOptions & { readonly release?: string | undefined },
): Omit<ProfileRequest, 'profile'> & { readonly profile: Name } {
  return {
    profile,
    baseUrl: options['base-url'] ?? null,
    datacenter: options.datacenter ?? null,
    release: options.release ?? null,
    seed: options.seed ?? null,
    set: options.set,
    cwd: process.cwd(),
    environment: process.env,
  };
}
