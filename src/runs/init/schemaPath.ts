import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { packagedProfiles } from '../../profile/find.ts';

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
