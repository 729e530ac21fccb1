import { ToolError } from '../errors.ts';
import type { RunResult } from './runResult.ts';

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
