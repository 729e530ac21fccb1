import { existsSync } from 'node:fs';
import type { ArgumentsCamelCase, Argv, CommandModule } from 'yargs';
import { exitCodes, ToolError } from '../errors.ts';
import { ownProfile } from '../profile/findProfile.ts';
import { parsePercent } from '../profile/percent.ts';
import type { ProfileRequest } from '../profile/profileLayers.ts';

const text = { type: 'string', requiresArg: true } as const;

/** An option that takes a text, given at most once. */
export function textOption(name: string, describe: string) {
  return { ...text, describe, coerce: (value: unknown) => one(name, value) } as const;
}

/** An option that takes texts: it can be repeated. */
export function textsOption(describe: string) {
  return { ...text, default: [] as readonly string[], describe, coerce: texts } as const;
}

/** An option that takes a whole number from `least` to `most`. */
export function wholeNumberOption(name: string, describe: string, most?: number, least?: number) {
  return { ...text, describe, coerce: (value: unknown) => wholeNumber(name, value, most, least) } as const;
}

/** An option that takes a whole number from `least` to `most`, and is `otherwise` when it is not given. */
export function countOption(name: string, otherwise: number, most: number, describe: string, least = 0) {
  const coerce = (value: unknown): number =>
    typeof value === 'number' ? value : (wholeNumber(name, value, most, least) ?? otherwise);
  return { ...text, default: otherwise, describe, coerce } as const;
}

/** An option that takes a port; 0 takes a free one. */
export function portOption(name: string, describe: string) {
  return wholeNumberOption(name, describe, 65_535);
}

/** An option that is given or not. */
export function flagOption(describe: string) {
  return { type: 'boolean', default: false, describe } as const;
}

/** The seconds of a duration, `90s`, `10m` or `1h`; null where it was not given. @throws ToolError USAGE */
export function secondsOption(name: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const [, number = '', unit = ''] = /^(\d{1,5})(s|m|h)$/.exec(text) ?? [];
  const seconds = Number(number) * ({ s: 1, m: 60, h: 3600 }[unit] ?? 0);
  if (seconds === 0) throw new ToolError('USAGE', `--${name} takes a duration, 90s, 10m or 1h, not "${text}"`);
  return seconds;
}

/** The share of 1 that a percentage above 0 says; null where it was not given. @throws ToolError USAGE */
export function shareOption(name: string, percentage: string | undefined): number | null {
  if (percentage === undefined) return null;
  const share = parsePercent(name, percentage, 99);
  if (share === 0) throw new ToolError('USAGE', `--${name} takes a percentage above 0%`);
  return share;
}

/** `--fail-on`: what a gate holds against a candidate besides what it broke and where it got slower. */
export const failOnOption = {
  choices: ['slower', 'cant-tell'] as const,
  default: 'slower' as const,
  describe: `cant-tell: end with ${exitCodes.invalid} too where speed can't be told`,
};

export type FailOn = (typeof failOnOption.choices)[number];

/** The baseline of a command that judges a service. */
export const baselineOption = textOption('baseline', 'File of accepted answers and known violations (baseline.yaml)');

function texts(value: unknown): readonly string[] {
  return value === undefined ? [] : [value].flat().map(String);
}

/** The value of an option that is given at most once. @throws ToolError USAGE when it is repeated */
function one(name: string, value: unknown): string | undefined {
  const given = texts(value);
  if (given.length > 1) throw new ToolError('USAGE', `--${name} is given ${given.length} times; give it once`);
  return given[0];
}

/** The value of an option that is a whole number from `least` to `most`. @throws ToolError USAGE when it is something else */
function wholeNumber(name: string, value: unknown, most = Number.POSITIVE_INFINITY, least = 0): number | undefined {
  const given = one(name, value);
  if (given === undefined) return undefined;
  if (!/^\d{1,15}$/.test(given) || Number(given) < least)
    throw new ToolError('USAGE', `--${name} takes a whole number from ${least} on, not "${given}"`);
  if (Number(given) > most) throw new ToolError('USAGE', `--${name} is at most ${most}, not ${Number(given)}`);
  return Number(given);
}

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
  const choose = (options: ArgumentsCamelCase<Options>): never => {
    throw new ChosenCommand(() => handler(options));
  };
  return { command: words, describe, builder, handler: choose };
}

/** The command that was meant: thrown, for yargs composes all of its help, a tenth of a second, when a command returns. */
export class ChosenCommand extends Error {
  readonly run: () => Promise<void>;

  constructor(run: () => Promise<void>) {
    super('a command was chosen');
    this.run = run;
  }
}

/** Examples of the help, each by its command: what it is for above it, so that it stays whole on a line of its own, to be copied. */
export function shown(purposes: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(purposes).map(([words, purpose]) => [`# ${purpose}\n$0 ${words}`, '']);
}

/** Common options that a command has no use for: not in its help, and refused. */
export function without<T extends CommonOptions>(
  cli: Argv<T>,
  command: string,
  unread: readonly ('json' | 'out' | 'seed' | 'base-url' | 'datacenter' | 'set')[],
): Argv<T> {
  for (const name of unread) cli.hide(name);
  return cli.check((options: CommonOptions) => {
    const given = unread.find((name) => {
      const value = options[name];
      return Array.isArray(value)
        ? value.length > 0
        : value !== undefined && value !== false && !(name === 'out' && value === standardOut);
    });
    if (given !== undefined) throw new ToolError('USAGE', `canvass ${command} has no use for --${given}; leave it out`);
    return true;
  }, false);
}

/** Adds `[profile]` and `--release`. */
export function withProfile<T>(cli: Argv<T>) {
  return cli
    .positional('profile', {
      type: 'string',
      describe: `Name of a profile in profiles/, or the path of a file; without one the folder's ${ownProfile}`,
    })
    .option('release', textOption('release', 'Label of the release, for reports and the baseline'));
}

/**
 * The profile that a command line means: the one that it names, or the folder's own. What comes with canvass is for the
 * embedded service, which nobody tests by mistake: a job in the wrong folder would be green.
 *
 * @param standard of those that come with canvass, where only the target is named
 * @throws ToolError USAGE where nothing says what is to be tested
 */
export function profileMeant(
  { profile, ...options }: CommonOptions & { readonly profile?: string | undefined },
  standard = 'smoke',
): string {
  if (profile !== undefined) return profile;
  if (existsSync(ownProfile)) return ownProfile;
  if (options['base-url'] !== undefined || options.datacenter !== undefined) return standard;
  throw new ToolError(
    'USAGE',
    `no profile is named, and this folder has no ${ownProfile}: go to the folder that has it, name a profile, or write one by canvass init; the profile ${standard} tries canvass on its embedded service`,
  );
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

/** A word that a command cannot do without. */
export function neededWord(describe: string) {
  return { type: 'string', demandOption: true, describe } as const;
}

/** Results of runs, named one after the other. */
export function resultsOf(describe: string) {
  return { type: 'string', array: true, default: [] as string[], describe } as const;
}
