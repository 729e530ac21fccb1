import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ToolError } from '../errors.ts';
import { poolResults } from '../load/pool/poolResults.ts';
import { recoverResult } from '../load/recoverResult.ts';
import { digestsIn, type Format, formats, writeReports } from '../report/writeReports.ts';
import { demandDistinct, readResultFile, readResultFiles } from '../result/resultFile.ts';
import type { RunResult } from '../result/runResult.ts';

/** What is rendered: saved results, several of which are pooled, or the journal of a run that was killed. */
export type Rendered =
  | { readonly kind: 'results'; readonly paths: readonly string[] }
  | { readonly kind: 'killed'; readonly directory: string };

export interface RenderOptions {
  /** Names of formats by comma. */
  readonly format: string;
  /** Folder of all reports. */
  readonly out: string;
  /** Whether `out` is where to write; else beside what is read, and what was merged in a folder of its own. */
  readonly intoOut: boolean;
}

/** Writes reports of what is saved again. @throws ToolError */
export async function render(from: Rendered, { format, out, intoOut }: RenderOptions) {
  const wanted = format.split(',').map(formatNamed);
  const {
    result,
    directory: own,
    isSaved,
  } = from.kind === 'killed'
    ? { result: await recoverResult(from.directory), directory: from.directory, isSaved: false }
    : await merged(from.paths, out);
  // What was merged or recovered exists nowhere else: it is always kept.
  const directory = intoOut ? out : own;
  await refuseAnotherRun(directory, result);
  const { runs: history } = await digestsIn(dirname(directory));
  const chosen: readonly Format[] = isSaved ? wanted : ['json', ...wanted];
  // A page that is written elsewhere repeats what stands where the result stayed.
  const holding = chosen.includes('json') ? directory : own;
  const context = { directory: holding, history };
  return { result, ...context, paths: await writeReports(result, directory, chosen, context) };
}

/** The result with the folder that its reports belong to: its own, or one that is new for what was merged. */
async function merged(
  paths: readonly string[],
  out: string,
): Promise<{ result: RunResult; directory: string; isSaved: boolean }> {
  const read = await readResultFiles(paths, 'whole');
  demandDistinct(read);
  const result = poolResults(read.map((each) => each.result));
  const [only, ...others] = read;
  const isSaved = only !== undefined && others.length === 0;
  return { result, directory: isSaved ? dirname(only.path) : join(out, result.run.id), isSaved };
}

function formatNamed(name: string): Format {
  const format = formats.find((known) => known === name.trim());
  if (format === undefined)
    throw new ToolError('USAGE', `there is no format "${name}"; --format takes ${formats.join(', ')}`);
  return format;
}

/** A run's reports are never written over by those of another run. @throws ToolError USAGE */
async function refuseAnotherRun(directory: string, { run }: RunResult): Promise<void> {
  const path = join(directory, 'result.json');
  if (!existsSync(path)) return;
  const there = await readResultFile(path).catch(() => null);
  if (there !== null && JSON.stringify(there.run) === JSON.stringify(run)) return;
  throw new ToolError('USAGE', `${directory} holds the result of another run. Choose another folder with --out.`);
}
