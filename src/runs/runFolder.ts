import { rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ToolError, wordsOf } from '../errors.ts';
import type { Profile } from '../profile/profile.ts';
import type { Secret } from '../profile/secret.ts';
import { digestOf, type RunDigest } from '../report/earlierRuns.ts';
import { slackMessage } from '../report/formats/announcements.ts';
import { digestsIn, writeIndex, writeReports } from '../report/writeReports.ts';
import type { RunResult } from '../result/runResult.ts';
import { makeFolder } from '../writeOutput.ts';

/** A run whose reports are written. */
export interface WrittenRun extends FinishedRun {
  /** All runs of its folder of reports, oldest first. */
  readonly history: readonly RunDigest[];
}

/** A result and the folder that its reports belong into. */
export interface FinishedRun {
  readonly result: RunResult;
  readonly directory: string;
}

/**
 * Works in a folder of its own for one run, `<out>/<UTC time>-<profile>`. Where the work fails, no folder that was made for
 * it is left, unless it holds something.
 *
 * @throws ToolError OUTPUT_UNWRITABLE; whatever `work` throws
 */
export async function inRunFolder<T>(
  out: string,
  profile: string,
  now: Date,
  work: (directory: string) => Promise<T>,
): Promise<T> {
  const { directory, made } = await makeRunFolder(out, profile, now);
  try {
    return await work(directory);
  } catch (error) {
    for (const folder of made.toReversed()) await rmdir(folder).catch(() => {});
    throw error;
  }
}

/** A folder that is there is never used again: a run of the same second gets a number behind its name. */
async function makeRunFolder(out: string, profile: string, now: Date) {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  const name = `${time}-${profile.replace(/[^\w.-]+/g, '-').slice(0, 60)}`;
  try {
    const above = await makeFolder(out);
    for (let copy = 1; ; copy++) {
      const directory = join(out, copy === 1 ? name : `${name}-${copy}`);
      const made = await makeFolder(directory);
      if (made.length > 0) return { directory, made: [...above, ...made] };
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
 * Writes the reports of a run that its profile wants, `result.json` first and always, and the index of all runs in `out`.
 * A result is never lost: where the folder cannot be written any more, it goes to the machine's folder for temporary
 * files, and where that cannot be either, whoever has it can still print it. Its summary is posted where the profile
 * wants it.
 *
 * @returns the run with the folder that it was really written to.
 */
export async function writeRun(
  run: FinishedRun,
  out: string,
  { formats, har, webhook }: Pick<Profile['output'], 'formats' | 'har' | 'webhook'>,
  onTrouble: (trouble: string) => void,
): Promise<WrittenRun> {
  if (webhook !== null) postSummary(webhook, run.result, onTrouble);
  const written = (await writeResult(run, onTrouble)) ?? (await writeElsewhere(run, onTrouble));
  const isInPlace = written?.directory === run.directory;
  const own = isInPlace ? digestOf(run.result, basename(run.directory), formats.includes('html')) : null;
  const digests = await digestsIn(out, own);
  const history = digests.runs;
  if (written === null) return { ...run, history };
  const context = { directory: written.directory, history };
  const others = [...formats, ...(har === 'violations' ? ['har' as const] : [])].filter((format) => format !== 'json');
  for (const format of others) {
    await attempt(`the report as ${format}`, onTrouble, () =>
      writeReports(run.result, written.directory, [format], context),
    );
  }
  await attempt('the index of all runs', onTrouble, () => writeIndex(out, digests));
  return { ...written, history };
}

async function writeResult(run: FinishedRun, onTrouble: (trouble: string) => void): Promise<FinishedRun | null> {
  const isWritten = await attempt('the result', onTrouble, () => writeReports(run.result, run.directory, ['json']));
  return isWritten ? run : null;
}

async function writeElsewhere({ result, directory }: FinishedRun, onTrouble: (trouble: string) => void) {
  const elsewhere = join(tmpdir(), 'canvass', basename(directory));
  const written = await writeResult({ result, directory: elsewhere }, onTrouble);
  if (written !== null) onTrouble(`The result was written to ${elsewhere} instead.`);
  return written;
}

/** What is left of a run once its result is known is never worth losing it: what goes wrong is told of. */
async function attempt(
  what: string,
  onTrouble: (trouble: string) => void,
  work: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    onTrouble(`${what} could not be written: ${wordsOf(error)}`);
    return false;
  }
}

/** A chat that says nothing for this long is not waited for. */
const patienceMs = 5000;

/**
 * Posts the summary of a run where its profile wants it. Nobody waits for it: the verdict is told meanwhile, and what goes
 * wrong is a notice. The address is not shown, for who knows it may post there.
 */
export function postSummary(webhook: Secret, result: RunResult, onTrouble: (trouble: string) => void): void {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(slackMessage(result)),
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  } as const;
  fetch(webhook.reveal(), request).then(
    async (answer) => {
      if (!answer.ok) onTrouble(`output.webhook refused the summary (HTTP ${answer.status}).`);
      await answer.body?.cancel();
    },
    (error: unknown) => {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      const why = isLate ? `no answer came within ${patienceMs / 1000} s` : 'it could not be reached';
      onTrouble(`output.webhook was not told of the run: ${why}.`);
    },
  );
}
