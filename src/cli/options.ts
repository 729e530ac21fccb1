import { existsSync } from 'node:fs';
import type { Argv } from 'yargs';
import { ToolError } from '../errors.ts';
import type { ProfileRequest } from '../profile/profileLayers.ts';
import { flagOption, one, textOption, textsOption, wholeNumberOption } from './optionKinds.ts';

/** What every command takes (design, Commands). */
export interface CommonOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  /** Folder that the run's own folder is made in. */
  readonly out: string;
  readonly seed: number | undefined;
  readonly 'base-url': string | undefined;
  readonly datacenter: string | undefined;
  readonly set: readonly string[];
}

/** Options of a command that runs one profile. */
export interface ProfileOptions {
  readonly profile: string;
  readonly release: string | undefined;
}

export function withCommonOptions(cli: Argv): Argv<CommonOptions> {
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

/** Whether violations are repeated when a run is done. */
export const shrinkOption = {
  type: 'boolean',
  default: true,
  describe: 'Repeat each violation afterwards, say what it depends on, and shorten its witness; --no-shrink leaves it',
} as const;

/** Whether it is looked first whether a run can work. */
export const preflightOption = {
  type: 'boolean',
  default: true,
  describe: 'Look first whether the run can work: keys, surveys, budget, open files; --no-preflight leaves it out',
} as const;

/** An example of the help: what it is for above the command, which stays whole on a line of its own, to be copied. */
export function shown(command: string, purpose: string): [string, string] {
  return [`# ${purpose}\n${command}`, ''];
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
export function withProfile<T>(cli: Argv<T>, standard = 'smoke'): Argv<T & ProfileOptions> {
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
  options: CommonOptions & Partial<Pick<ProfileOptions, 'release'>>,
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
