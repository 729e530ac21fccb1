import type { Argv } from 'yargs';
import { ToolError } from '../errors.ts';
import type { ProfileRequest } from '../profile/profileLayers.ts';

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
}

export function withCommonOptions(cli: Argv): Argv<CommonOptions> {
  return cli
    .option('json', { type: 'boolean', default: false, describe: 'Print the result as JSON, and nothing else' })
    .option('quiet', { type: 'boolean', default: false, describe: 'Print the verdict only' })
    .option('out', {
      ...text,
      default: 'reports',
      describe: 'Folder for results',
      coerce: (value: unknown) => one('out', value) ?? 'reports',
    })
    .option('seed', {
      ...text,
      describe: 'Same seed, same walks',
      coerce: (value: unknown) => wholeNumber('seed', value),
    })
    .option('base-url', {
      ...text,
      describe: 'Target instead of the one in the profile',
      coerce: (value: unknown) => one('base-url', value),
    })
    .option('datacenter', {
      ...text,
      describe: 'A key of datacenters.yaml: fills base URL and keys',
      coerce: (value: unknown) => one('datacenter', value),
    })
    .option('set', {
      ...text,
      default: [] as readonly string[],
      describe: 'Override one value of the profile, path=value; can be repeated',
      coerce: (value: unknown) => texts(value),
    })
    .group(['json', 'quiet', 'out', 'seed', 'base-url', 'datacenter', 'set'], 'Common options:');
}

const text = { type: 'string', requiresArg: true } as const;

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
      return Array.isArray(value) ? value.length > 0 : value !== undefined && !(name === 'out' && value === 'reports');
    });
    if (given !== undefined) throw new ToolError('USAGE', `canvass ${command} has no use for --${given}; leave it out`);
    return true;
  }, false);
}

/** Adds `[profile]`, by default `smoke`. */
export function withProfile<T>(cli: Argv<T>): Argv<T & ProfileOptions> {
  return cli.positional('profile', {
    type: 'string',
    default: 'smoke',
    describe: 'Name of a profile in profiles/, or the path of a file',
  });
}

/** What the command line says of the profile, for `loadProfile`. */
export function profileRequest(options: CommonOptions & ProfileOptions): ProfileRequest {
  return {
    profile: options.profile,
    baseUrl: options['base-url'] ?? null,
    datacenter: options.datacenter ?? null,
    seed: options.seed ?? null,
    set: options.set,
    cwd: process.cwd(),
    environment: process.env,
  };
}

function texts(value: unknown): readonly string[] {
  return value === undefined ? [] : [value].flat().map(String);
}

/**
 * The value of an option that is given at most once.
 *
 * @throws ToolError USAGE when it is repeated.
 */
export function one(name: string, value: unknown): string | undefined {
  const given = texts(value);
  if (given.length > 1) throw new ToolError('USAGE', `--${name} is given ${given.length} times; give it once`);
  return given[0];
}

/**
 * The value of an option that is a whole number from 0 on.
 *
 * @throws ToolError USAGE when it is something else.
 */
export function wholeNumber(name: string, value: unknown): number | undefined {
  const given = one(name, value);
  if (given === undefined) return undefined;
  if (!/^\d{1,15}$/.test(given))
    throw new ToolError('USAGE', `--${name} takes a whole number from 0 on, not "${given}"`);
  return Number(given);
}

/**
 * The value of an option that is a port; 0 takes a free one.
 *
 * @throws ToolError USAGE when it is something else.
 */
export function portNumber(name: string, value: unknown): number | undefined {
  const port = wholeNumber(name, value);
  if (port !== undefined && port > 65_535) throw new ToolError('USAGE', `--${name} is at most 65535, not ${port}`);
  return port;
}
