import { readFile } from 'node:fs/promises';
import { Compile } from 'typebox/compile';
import { ToolError } from '../errors.ts';
import { RunResult } from './runResult.ts';

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
  } catch {
    throw new ToolError('RESULT_UNREADABLE', `${path} cannot be read. Name a result.json that a run has written.`);
  }
  return parseResult(text, path);
}

/** The result in `text`; `source` names it in errors. @throws ToolError RESULT_UNREADABLE */
export function parseResult(text: string, source: string): RunResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ToolError('RESULT_UNREADABLE', `${source} is not JSON: is it cut short? Name a whole result.json.`);
  }
  if (validator.Check(value)) return value;
  const problems = [...validator.Errors(value)].slice(0, 3).map((e) => `${e.instancePath || '/'} ${e.message}`);
  throw new ToolError(
    'RESULT_UNREADABLE',
    `${source} is not a result of schema canvass.result/1: ${problems.join('; ')}. Use the canvass version that wrote it.`,
  );
}
