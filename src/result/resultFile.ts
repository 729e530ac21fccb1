import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parsedExactly } from '../contract/entityId.ts';
import { isRecord, parseJson } from '../contract/jsonShape.ts';
import { schemaProblems } from '../contract/schemaProblems.ts';
import { validatorOf } from '../contract/validatorOf.ts';
import { ToolError } from '../errors.ts';
import { demandFewValues, demandMeasure, isNoFile, readInput } from '../readInput.ts';
import { RunResult } from './runResult.ts';

const readable = 'canvass.result/1';
const validator = validatorOf(RunResult);

/**
 * Reads and checks a `result.json`.
 *
 * @throws ToolError RESULT_UNREADABLE when there is no such file, or it is not a result that this version can read;
 *   INPUT_REFUSED when it is larger than one.
 */
export async function readResultFile(path: string): Promise<RunResult> {
  // Between one and the next the process shows that it moves.
  await setImmediate();
  const text = resultText(path, (why, cause) => {
    throw unreadable(`${path} ${why}. Name the result.json that a run has written, or its folder.`, { cause });
  });
  return parseResult(text, path);
}

/** The text of a file with a result, or a part of one. @param absent throws for one that cannot be read: `does not exist`. @throws ToolError INPUT_REFUSED */
export function resultText(path: string, absent: (why: string, cause: unknown) => never): string {
  try {
    return readInput(path, 'result');
  } catch (error) {
    if (error instanceof ToolError) throw error;
    return absent(isNoFile(error) ? 'does not exist' : 'cannot be read', error);
  }
}

/**
 * As {@link readResultFile}, several, each with its path. A folder stands for the results in it.
 *
 * @param of a folder that holds a result and runs of its own, as `--repeat` makes it: the `whole`, or its `runs`.
 * @throws ToolError RESULT_UNREADABLE
 */
export async function readResultFiles(paths: readonly string[], of: 'whole' | 'runs'): Promise<ReadResult[]> {
  const files = (await Promise.all(paths.map((path) => filesIn(path, of)))).flat();
  const read: ReadResult[] = [];
  for (const path of files) read.push({ path, result: await readResultFile(path) });
  return read;
}

/** How deep runs may lie: `baseline/load/2026-…-smoke-x3/2026-…-smoke`. */
const deepest = 3;

async function filesIn(path: string, of: 'whole' | 'runs'): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  if (entries === null) return [path];
  const found = await resultFilesIn(path, of);
  if (found.length > 0) return found;
  throw unreadable(`${path} is a folder without a result.json. Name that of a run.`);
}

/** The paths of the results in a folder, and in those below. @param of as for {@link readResultFiles} */
export async function resultFilesIn(folder: string, of: 'whole' | 'runs'): Promise<string[]> {
  return await resultsBelow(folder, of, deepest);
}

async function resultsBelow(folder: string, of: 'whole' | 'runs', depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const own = entries.some((entry) => entry.isFile() && entry.name === 'result.json')
    ? [join(folder, 'result.json')]
    : [];
  if (depth === 0 || (of === 'whole' && own.length > 0)) return own;
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  const inner = (await Promise.all(folders.sort().map((each) => resultsBelow(each, of, depth - 1)))).flat();
  return inner.length > 0 ? inner : own;
}

/** What is in the text of a result, or of a part of one; `undefined` for what is no JSON. @throws ToolError INPUT_REFUSED */
export function jsonOfResult(text: string, source: string): unknown {
  demandFewValues(text, source, 'result');
  const value = parsedExactly(text, parseJson(text));
  demandMeasure(value, source, 'result');
  return value;
}

/** The result in `text`; `source` names it in errors. @throws ToolError RESULT_UNREADABLE, INPUT_REFUSED */
export function parseResult(text: string, source: string): RunResult {
  if (text.trim() === '') throw unreadable(`${source} is empty. Name a whole result.json.`);
  const value = jsonOfResult(text, source);
  if (value === undefined) throw unreadable(`${source} is not JSON: is it cut short? Name a whole result.json.`);
  if (validator().Check(value)) return value;
  const schema = isRecord(value) ? value.schema : null;
  if (typeof schema !== 'string' || !schema.startsWith('canvass.result/')) {
    throw unreadable(`${source} is no result of canvass. Name a result.json that a run has written.`);
  }
  if (schema !== readable) {
    throw unreadable(
      `${source} was written by another version of canvass: its schema is not ${readable}. Use the version that wrote it.`,
    );
  }
  const problems = schemaProblems(validator().Errors(value))
    .slice(0, 3)
    .map(({ text }) => text);
  throw unreadable(
    `${source} is not a whole result of schema ${readable}: ${problems.join('; ')}. Was it changed by hand? Run again.`,
  );
}

function unreadable(message: string, options?: ErrorOptions): ToolError {
  return new ToolError('RESULT_UNREADABLE', message, options);
}

/** The JSON Schema of `result.json`, as text: `docs/result.schema.json` holds it. */
export function publishedResultSchema(): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'canvass.result/1',
    description: 'The result of a run of canvass. Latencies are in µs, rates are shares of 1.',
    ...RunResult,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** A result with the path that it was read from. */
export interface ReadResult {
  readonly path: string;
  readonly result: RunResult;
}

/** Refuses a run that is named twice, and would count twice. @throws ToolError USAGE */
export function demandDistinct(read: readonly ReadResult[]): void {
  const seen = new Map<string, string>();
  for (const { path, result } of read) {
    const run = JSON.stringify(result.run);
    const other = seen.get(run);
    if (other === path) throw new ToolError('USAGE', `${path} is named twice: name each run once.`);
    if (other !== undefined) throw new ToolError('USAGE', `${path} is the same run as ${other}: name each run once.`);
    seen.set(run, path);
  }
}

/** Refuses interrupted runs: they say nothing of the whole. @throws ToolError USAGE */
export function demandFinished(read: readonly ReadResult[]): void {
  for (const { path, result } of read) {
    const { interrupted, durationSeconds, recovered } = result.run;
    if (!interrupted) continue;
    const how = recovered === true ? 'was killed' : 'was interrupted';
    throw new ToolError(
      'USAGE',
      `${path} is of a run that ${how} after ${Math.round(durationSeconds)} s: name finished runs only.`,
    );
  }
}

/** Refuses results of different kinds, `load` beside `conform`. @throws ToolError USAGE */
export function demandOneKind(read: readonly ReadResult[]): void {
  const [first] = read;
  const other = read.find(({ result }) => result.kind !== first?.result.kind);
  if (first === undefined || other === undefined) return;
  throw new ToolError(
    'USAGE',
    `${first.path} is of canvass ${first.result.kind} and ${other.path} of canvass ${other.result.kind}: they measure different things. Name runs of one command.`,
  );
}
