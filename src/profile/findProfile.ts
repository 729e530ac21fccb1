import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join, parse, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ToolError } from '../errors.ts';
import { nearest, suggestion } from '../misspelt.ts';

/** The profiles that come with canvass; the same place seen from `src` and from `dist`. */
export const packagedProfiles = fileURLToPath(new URL('../../profiles', import.meta.url));

/** Folders where a profile is looked for by name: `profiles/` here, then those that come with canvass. */
export function profileFolders(cwd: string): string[] {
  return [...new Set([resolve(cwd, 'profiles'), packagedProfiles])].filter((folder) => existsSync(folder));
}

const notProfiles = new Set(['datacenters.yaml', 'baseline.yaml']);

/** Names of the profiles that can be given without a path. */
export function profileNames(cwd: string): string[] {
  return [...new Set(profileFolders(cwd).flatMap(namesIn))].sort();
}

/** What `init` writes: the profile of a folder. */
export const ownProfile = 'canvass.yaml';

/** Whether a profile of this name is found from a folder: the folder's own one, or one that can be given without a path. */
export function isProfileHere(name: string, cwd: string): boolean {
  return (`${name}.yaml` === ownProfile && existsSync(resolve(cwd, ownProfile))) || profileNames(cwd).includes(name);
}

/** What a folder has of its own: its `canvass.yaml`, and those of its `profiles/`; without either, what comes with canvass. */
export function ownProfiles(cwd: string): string[] {
  const folder = resolve(cwd, 'profiles');
  const own = [
    ...(existsSync(resolve(cwd, ownProfile)) ? [ownProfile] : []),
    ...(existsSync(folder) ? namesIn(folder).sort() : []),
  ];
  return own.length > 0 ? own : profileNames(cwd);
}

function namesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => ['.yaml', '.yml'].includes(extname(file)) && !notProfiles.has(file))
    .map((file) => basename(file, extname(file)));
}

/** Whether a profile is named by the path of its file: with a slash or an ending. */
export function isProfilePath(wanted: string): boolean {
  return /[\\/]/.test(wanted) || ['.yaml', '.yml', '.json'].includes(extname(wanted));
}

/**
 * The file of a profile.
 *
 * @param wanted a path (with a slash or an ending), or a name.
 * @throws ToolError PROFILE naming what exists.
 */
export function findProfile(wanted: string, cwd: string): string {
  if (isProfilePath(wanted)) {
    const file = resolve(cwd, wanted);
    if (existsSync(file)) return file;
    throw new ToolError('PROFILE', `there is no file ${wanted}${besides(file)}`);
  }
  // A file beside, as the `canvass.yaml` that init writes, has a name too.
  for (const folder of [...profileFolders(cwd), cwd]) {
    for (const ending of ['.yaml', '.yml']) {
      const file = join(folder, wanted + ending);
      if (existsSync(file) && !notProfiles.has(wanted + ending)) return file;
    }
  }
  const names = profileNames(cwd);
  throw new ToolError(
    'PROFILE',
    `there is no profile "${wanted}"${suggestion(wanted, names)}; there are: ${names.join(', ')}, or give the path of a file`,
  );
}

/** The profile beside a file that is not there which was meant most likely, or where one was looked for. */
function besides(file: string): string {
  const folder = dirname(file);
  if (!existsSync(folder)) return `: there is no folder ${folder}`;
  // The endings are alike.
  const files = new Map(readdirSync(folder).map((name) => [parse(name).name, name]));
  const near = files.get(nearest(parse(file).name, files.keys()) ?? '') ?? null;
  return near === null ? `: ${folder} holds none of that name` : ` (did you mean "${near}"?)`;
}
