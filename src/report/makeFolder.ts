import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it, where they are not there. Step by step: Node's own `recursive` never returns where
 * the file system has no place for new folders, as below `/proc`.
 *
 * @throws Error of the file system
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    const above = dirname(path);
    if (code !== 'ENOENT' || above === path) throw error;
    await makeFolder(above);
    await mkdir(path);
  }
}
