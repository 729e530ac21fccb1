import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ToolError } from './errors.ts';

/**
 * Makes a folder, and those above it, where they are not there. Step by step: Node's own `recursive` never returns where
 * the file system has no place for new folders, as below `/proc`.
 *
 * @returns those that were made, the innermost last
 * @throws Error of the file system
 */
export async function makeFolder(path: string): Promise<readonly string[]> {
  const above = dirname(path);
  try {
    return await makeOne(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || above === path) throw error;
  }
  return [...(await makeFolder(above)), ...(await makeOne(path))];
}

/** @returns the folder; none where it is there, as another run may have made it at the same time */
async function makeOne(path: string): Promise<readonly string[]> {
  try {
    await mkdir(path);
    return [path];
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return [];
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}

/**
 * Writes files, each a name within `directory` and its text; folders that are missing are made, scripts can be run.
 *
 * @returns the paths written
 * @throws ToolError OUTPUT_UNWRITABLE
 */
export async function writeFiles(
  directory: string,
  files: readonly (readonly [name: string, text: string])[],
): Promise<string[]> {
  const paths = files.map(([name]) => join(directory, name));
  try {
    for (const folder of new Set([directory, ...paths.map(dirname)])) await makeFolder(folder);
    await Promise.all(
      files.map(([name, text]) => {
        return writeWhole(join(directory, name), text, name.endsWith('.sh') ? 0o755 : 0o644);
      }),
    );
  } catch (cause) {
    throw new ToolError('OUTPUT_UNWRITABLE', `${directory} cannot be written. Choose another folder with --out.`, {
      cause,
    });
  }
  return paths;
}

/**
 * Writes beside and renames: a file that a full disk has cut off never has its final name, and of two that write it at
 * once each is whole.
 *
 * @throws Error of the file system
 */
export async function writeWhole(path: string, text: string, mode = 0o644): Promise<void> {
  const part = `${path}.${randomBytes(4).toString('hex')}.part`;
  try {
    await writeFile(part, text, { mode, flag: 'wx' });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
