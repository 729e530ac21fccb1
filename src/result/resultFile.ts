import { readFile } from 'node:fs/promises';
import { Compile } from 'typebox/compile';
import { isRecord } from '../contract/jsonShape.ts';
import { ToolError } from '../errors.ts';
import type { ReadResult } from './comparable.ts';
import { RunResult } from './runResult.ts';

const readable = 'canvass.result/1';
const validator = Compile(RunResult);

/**
 * Reads and checks a `result.json`.
 *
 * @throws ToolError RESULT_UNREADABLE when there is no such file, or it is not a result that this version can read.
 */
export async function readResultFile(path: string): Promise<RunResult> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const isFolder = cause instanceof Error && 'code' in cause && cause.code === 'EISDIR';
    const what = isFolder ? `${path} is a folder.` : `${path} cannot be read.`;
    throw new ToolError('RESULT_UNREADABLE', `${what} Name the result.json that a run has written.`, { cause });
  }
  return parseResult(text, path);
}

/** As {@link readResultFile}, several, each with its path. @throws ToolError RESULT_UNREADABLE */
export async function readResultFiles(paths: readonly string[]): Promise<ReadResult[]> {
  return await Promise.all(paths.map(async (path) => ({ path, result: await readResultFile(path) })));
}

/** The result in `text`; `source` names it in errors. @throws ToolError RESULT_UNREADABLE */
export function parseResult(text: string, source: string): RunResult {
  let value: unknown;
  if (text.trim() === '') throw new ToolError('RESULT_UNREADABLE', `${source} is empty. Name a whole result.json.`);
  try {
    value = JSON.parse(text);
  } catch {
    throw new ToolError('RESULT_UNREADABLE', `${source} is not JSON: is it cut short? Name a whole result.json.`);
  }
  if (validator.Check(value)) return value;
  const schema = isRecord(value) ? value.schema : null;
  if (typeof schema !== 'string' || !schema.startsWith('canvass.result/')) {
    throw new ToolError(
      'RESULT_UNREADABLE',
      `${source} is no result of canvass. Name a result.json that a run has written.`,
    );
  }
  if (schema !== readable) {
    throw new ToolError(
      'RESULT_UNREADABLE',
      `${source} was written by another version of canvass: its schema is not ${readable}. Use the version that wrote it.`,
    );
  }
  const problems = [...validator.Errors(value)].slice(0, 3).map((e) => `${e.instancePath || '/'} ${e.message}`);
  throw new ToolError(
    'RESULT_UNREADABLE',
    `${source} is not a whole result of schema ${readable}: ${problems.join('; ')}. Was it changed by hand? Run again.`,
  );
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
