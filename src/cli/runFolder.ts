import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '../errors.ts';

/**
 * Makes the folder of one run, `<out>/<UTC time>-<profile>`. A folder that is there is never used again: a run of the
 * same second gets a number behind its name.
 *
 * @returns its path
 * @throws ToolError OUTPUT_UNWRITABLE
 */
export async function makeRunFolder(out: string, profile: string, now: Date): Promise<string> {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  const name = `${time}-${profile.replace(/[^\w.-]+/g, '-').slice(0, 60)}`;
  try {
    await mkdir(out, { recursive: true });
    for (let copy = 1; ; copy++) {
      const path = join(out, copy === 1 ? name : `${name}-${copy}`);
      try {
        await mkdir(path);
        return path;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      }
    }
  } catch (cause) {
    throw new ToolError(
      'OUTPUT_UNWRITABLE',
      `No folder can be made in ${out}${reasonOf(cause)}. Choose another one with --out.`,
      { cause },
    );
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: ': permission is denied',
  EPERM: ': permission is denied',
  EEXIST: ', which is a file',
  ENOTDIR: ', for a part of that path is a file',
  ENOSPC: ': the disk is full',
  EROFS: ': the disk is read-only',
};

function reasonOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? (reasons[String(cause.code)] ?? '') : '';
}
