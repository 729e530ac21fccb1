import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readInput } from '../../readInput.ts';

/** What runs leave at the root of a repository: by hand, and by the files of the CI systems. */
const leftByRuns = ['/reports/', '/canvass-reports/', '/canvass-comparison/', '/canvass-baseline/'];

/**
 * The text of `.gitignore` with the folders that runs leave, after what its owner has in it.
 *
 * @param root folder of the repository
 * @returns `null` where it names them all
 */
export function gitIgnoreText(root: string): string | null {
  const file = resolve(root, '.gitignore');
  const own = existsSync(file) ? readInput(file, 'repositoryFile') : '';
  const named = new Set(own.split('\n').map((line) => line.trim().replace(/^\/?(.*?)\/?$/, '/$1/')));
  const absent = leftByRuns.filter((folder) => !named.has(folder));
  if (absent.length === 0) return null;
  return `${own === '' || own.endsWith('\n') ? own : `${own}\n`}${absent.join('\n')}\n`;
}
