import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Problem } from './problem.ts';
import type { Profile } from './profile.ts';

/** What a profile that is in order lacks before it can be run: something to walk, a key to walk with, a file. */
export function lackingToRun({ surveys, target }: Profile, cwd: string): Problem[] {
  const problems: Problem[] = [];
  if (surveys.walk.length === 0) {
    const message = 'is empty: name at least one survey, for example `surveys: { walk: [{ id: 1001 }] }`';
    problems.push({ path: ['surveys', 'walk'], message, got: '' });
  }
  if (target.apiKeys.length === 0) {
    const message =
      'is empty: set the environment variable CANVASS_API_KEY, or name another one, `apiKeys: ["$' + '{NAME}"]`';
    problems.push({ path: ['target', 'apiKeys'], message, got: '' });
  }
  const { caFile } = target.tls;
  if (caFile !== null && !existsSync(resolve(cwd, caFile))) {
    const message = 'names a file that is not there; a relative path starts from the folder that canvass is run in';
    problems.push({ path: ['target', 'tls', 'caFile'], message, got: '' });
  }
  return problems;
}
