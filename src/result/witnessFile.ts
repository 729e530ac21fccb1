import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import Type from 'typebox';
import { Compile } from 'typebox/schema';
import { ToolError } from '../errors.ts';
import { leadsOf } from './problem.ts';
import { jsonOfResult, parseResult, resultFilesIn, resultText } from './resultFile.ts';
import type { RunResult } from './runResult.ts';
import { Violation } from './verdict.ts';

/** A violation with its witness, and the run that it comes from where the file is that of a run. */
export interface RecordedViolation {
  readonly violation: Violation;
  readonly run: RunResult | null;
}

const isViolation = Compile(Violation);
const looksLikeResult = Compile(Type.Object({ schema: Type.String() }));

/**
 * Reads one violation from a run's folder, or the newest in a folder of runs; from a `result.json`, or from a file that holds
 * one violation of it.
 *
 * @param id the violation that is meant, or its clause; `null` takes that which names the first problem.
 * @throws ToolError WITNESS_UNREADABLE, RESULT_UNREADABLE, INPUT_REFUSED
 */
export async function readViolation(path: string, id: string | null): Promise<RecordedViolation> {
  const file = await fileOf(path);
  const text = resultText(file, (why) => {
    throw new ToolError('WITNESS_UNREADABLE', `${path} ${why}. Name a run's folder or its result.json.`);
  });
  const value = jsonOfResult(text, file);
  if (value === undefined)
    throw new ToolError(
      'WITNESS_UNREADABLE',
      `${file} is not JSON: is it cut short? Name a whole result.json, or one that \`canvass report --recover\` writes.`,
    );
  if (isViolation.Check(value)) return { violation: value, run: null };
  if (!looksLikeResult.Check(value)) {
    throw new ToolError('WITNESS_UNREADABLE', `${file} holds neither a result nor a violation of one.`);
  }
  const run = parseResult(text, file);
  return { violation: chosen(run, id, file), run };
}

async function fileOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() !== true) return path;
  // The name of a run begins with its time.
  const [newest] = (await resultFilesIn(path, 'whole')).toSorted((a, b) => (nameOf(a) < nameOf(b) ? 1 : -1));
  return newest ?? join(path, 'result.json');
}

function nameOf(file: string): string {
  return basename(dirname(file));
}

/** @param id of a violation, its clause, or its place in the list: `v1` for the first; `null` takes that which names the first problem. */
function chosen({ violations, problems }: RunResult, id: string | null, file: string): Violation {
  const withWitness = violations.filter(({ witness }) => witness.steps.length > 0);
  if (id === null) {
    const [lead] = leadsOf(problems, withWitness);
    if (lead !== undefined) return lead;
  }
  const place = /^v(\d+)$/.exec(id ?? 'v1')?.[1];
  const found =
    place === undefined
      ? withWitness.find((each) => each.id === id || each.clause === id)
      : withWitness[Number(place) - 1];
  if (found !== undefined) return found;
  if (violations.some((each) => each.id === id)) {
    throw new ToolError('WITNESS_UNREADABLE', `"${id}" is an answer that drifted: it has no steps to repeat.`);
  }
  if (withWitness.length === 0) throw new ToolError('WITNESS_UNREADABLE', `${file} has no violation with a witness.`);
  const known = withWitness.map((each, at) => `v${at + 1} (${each.id})`).slice(0, 12);
  throw new ToolError('WITNESS_UNREADABLE', `${file} has no violation "${id}". It has ${known.join(', ')}.`);
}
