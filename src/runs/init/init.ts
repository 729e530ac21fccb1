import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ToolError, wordsOf } from '../../errors.ts';
import { isLoopback } from '../../profile/address.ts';
import { packagedProfiles } from '../../profile/findProfile.ts';
import { loadProfile } from '../../profile/loadProfile.ts';
import { resolveProfile } from '../../profile/resolveProfile.ts';
import type { Environment } from '../../profile/yamlSource.ts';
import { readInput } from '../../readInput.ts';
import { makeFolder, writeWhole } from '../../writeOutput.ts';
import { costWords } from '../costWords.ts';
import { reachTarget } from '../embeddedService.ts';
import { limitedNotice } from '../pace.ts';
import { demandAccess } from '../preflight/preflight.ts';
import { type CiSystem, ciFile } from './ciFiles.ts';
import { lookAtService } from './lookAtService.ts';
import { type NamedService, profileText } from './profileText.ts';

export interface InitOptions extends NamedService {
  /** Where the profile goes, relative to `cwd`. */
  readonly file: string;
  /** Whether each survey may be walked to its end, which leaves a response behind. */
  readonly walks: boolean;
  readonly ci: CiSystem | null;
  /** Whether files that are there may be written over. */
  readonly force: boolean;
  readonly cwd: string;
  readonly environment: Environment;
  /** What a person who waits wants to know. */
  onNotice(text: string): void;
}

/** What was seen and written. */
export type Initialised = Awaited<ReturnType<typeof init>>;

/**
 * Looks at a service, and writes a profile with what was seen, and the file of a CI system with
 * what git shall ignore.
 *
 * @throws ToolError USAGE for files that are there already, PROFILE for what cannot be looked at, TARGET_UNREACHABLE
 */
export async function init(options: InitOptions) {
  const { baseUrl, surveys, keyVariable, authorization, environment, cwd, file, ci } = options;
  const key = environment[keyVariable];
  if (key === undefined || key === '') {
    throw new ToolError(
      'USAGE',
      `set the environment variable ${keyVariable} to an API key of the service, or name another one with --key-env`,
    );
  }
  if (!isLoopback(baseUrl) && authorization === null) {
    throw new ToolError(
      'USAGE',
      `${baseUrl} is not on this machine: say who allowed to test it, --authorization "OPS-123, allowed by Ada"`,
    );
  }
  const path = relative(cwd, resolve(cwd, file));
  if (ci !== null && (path.startsWith('..') || isAbsolute(path)))
    throw new ToolError('USAGE', `--ci is for this folder, and --file ${file} lies outside: name a file in it`);
  const ciPart = ci === null ? null : ciFile(ci, file, keyVariable, cwd);
  demandFree(file, ', --file names another profile', options);
  if (ciPart !== null) demandFree(ciPart.path, '', options);
  const profile = resolveProfile({
    target: { baseUrl, apiKeys: [key], authorization },
    surveys: { walk: surveys.map((id) => ({ id })) },
  });
  const target = await reachTarget(profile);
  const seen = await (async () => {
    try {
      await demandAccess(profile, target.baseUrl);
      return await lookAtService(profile, target.baseUrl, options.walks, () => options.onNotice(limitedNotice));
    } catch (error) {
      throw asTyped(error, keyVariable);
    } finally {
      await target.close();
    }
  })();
  if (seen.surveys.every(({ pages }) => pages.length === 0)) {
    const answers = seen.surveys.map(({ id, answer }) => `survey ${id} answers ${answer}`);
    throw new ToolError('PROFILE', `${answers.join(', ')}: name at least one with --survey that shows a page`);
  }
  const perMinute = profile.target.rateBudget?.perKeyPerMinute ?? null;
  const text = profileText(options, seen, perMinute, schemaPath(file, cwd), new Date().toISOString().slice(0, 10));
  const files = [file];
  await write(file, text, cwd);
  const request = {
    profile: resolve(cwd, file),
    baseUrl: null,
    datacenter: null,
    seed: null,
    set: [],
    cwd,
    environment,
  };
  const cost = costWords(loadProfile(request));
  if (ciPart !== null) {
    await write(ciPart.path, ciPart.text, cwd);
    files.push(ciPart.path);
  }
  if (ciPart !== null || isInRepository(cwd)) {
    const ignored = gitIgnoreText(cwd);
    if (ignored !== null) {
      await write('.gitignore', ignored, cwd);
      files.push('.gitignore');
    }
  }
  return {
    seen,
    /** What was written, relative to `cwd`. */
    files,
    /** What a whole `conform` costs, in words. */
    cost,
    /** What is to be added by hand to the file of a CI system; `null` where that is nothing. */
    toAdd: ciPart?.toAdd ?? null,
  };
}

/** What is wrong with the profile to be, in terms of what was typed: nobody has seen its keys yet. */
function asTyped(error: unknown, keyVariable: string): unknown {
  if (!(error instanceof ToolError)) return error;
  const message = error.message
    .replaceAll('surveys.walk', '--survey')
    .replaceAll('target.baseUrl', '--base-url')
    .replaceAll(/target\.apiKeys\[0\](?: \(\w+\))?/g, () => keyVariable);
  return new ToolError(error.code, message, { cause: error });
}

function demandFree(file: string, wayOut: string, { cwd, force }: InitOptions): void {
  if (force || !existsSync(resolve(cwd, file))) return;
  throw new ToolError('USAGE', `${file} is there already: --force writes over it${wayOut}`);
}

async function write(file: string, text: string, cwd: string): Promise<void> {
  const path = resolve(cwd, file);
  try {
    await makeFolder(dirname(path));
    await writeWhole(path, text);
  } catch (cause) {
    throw new ToolError('OUTPUT_UNWRITABLE', `${file} cannot be written: ${wordsOf(cause)}`, { cause });
  }
}

const folders = ['node_modules/canvass/profiles', packagedProfiles];

/**
 * Where an editor finds the schema of profiles, as the profile itself names it: in the package, or in a checkout.
 *
 * @param file of the profile, relative to `cwd`
 * @returns `null` where neither lies below `cwd`: the path would be this machine's own
 */
export function schemaPath(file: string, cwd: string): string | null {
  const schema = folders
    .map((folder) => resolve(cwd, folder, 'profile.schema.json'))
    .find((path) => path.startsWith(join(cwd, sep)) && existsSync(path));
  if (schema === undefined) return null;
  const path = relative(dirname(resolve(cwd, file)), schema).replaceAll(sep, '/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** Whether git looks after a folder. */
function isInRepository(folder: string): boolean {
  const above = dirname(folder);
  return existsSync(join(folder, '.git')) || (above !== folder && isInRepository(above));
}

/** What npm and runs leave at the root of a repository: by hand, and by the files of the CI systems. */
const leftBehind = ['/node_modules/', '/reports/', '/canvass-reports/', '/canvass-comparison/', '/canvass-baseline/'];

/**
 * The text of `.gitignore` with the folders that npm and runs leave, after what its owner has in it.
 *
 * @param root folder of the repository
 * @returns `null` where it names them all
 */
export function gitIgnoreText(root: string): string | null {
  const file = resolve(root, '.gitignore');
  const own = existsSync(file) ? readInput(file, 'repositoryFile') : '';
  const named = new Set(own.split('\n').map((line) => line.trim().replace(/^\/?(.*?)\/?$/, '/$1/')));
  const absent = leftBehind.filter((folder) => !named.has(folder));
  if (absent.length === 0) return null;
  return `${own === '' || own.endsWith('\n') ? own : `${own}\n`}${absent.join('\n')}\n`;
}
