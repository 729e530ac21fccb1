import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '../errors.ts';
import type { Profile } from '../profile/profile.ts';
import { writeIndex } from '../report/history/writeIndex.ts';
import { writeReports } from '../report/writeReports.ts';
import type { RunResult } from '../result/runResult.ts';

/** A result and the folder that holds its reports. */
export interface WrittenRun {
  readonly result: RunResult;
  readonly directory: string;
}

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
      `No folder can be made in ${out}${obstacleOf(cause)}. Choose another one with --out.`,
      { cause },
    );
  }
}

const obstacles: Readonly<Record<string, string>> = {
  EACCES: ': permission is denied',
  EPERM: ': permission is denied',
  EEXIST: ', which is a file',
  ENOTDIR: ', for a part of that path is a file',
  ENOSPC: ': the disk is full',
  EROFS: ': the disk is read-only',
};

function obstacleOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? (obstacles[String(cause.code)] ?? '') : '';
}

/**
 * Writes the reports of a run that its profile wants, `result.json` always, and the index of all runs in `out`.
 *
 * @throws ToolError OUTPUT_UNWRITABLE
 */
export async function writeRun(
  { result, directory }: WrittenRun,
  out: string,
  { formats, har }: Pick<Profile['output'], 'formats' | 'har'>,
): Promise<void> {
  await writeReports(result, directory, ['json', ...formats, ...(har === 'violations' ? ['har' as const] : [])]);
  await writeIndex(out);
}
