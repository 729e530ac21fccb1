import { ToolError } from '../errors.ts';
import { type Baseline, emptyBaseline, readBaseline } from '../judging/baseline/baselineFile.ts';
import { type Acceptable, acceptableIn, situationOf } from '../judging/baseline/standing.ts';
import type { RunMeta } from '../result/progress.ts';

/** Read where `--baseline` names no other file. */
const standardBaseline = 'baseline.yaml';

/** What a service was accepted with, for all commands that judge one. */
export interface UsableBaseline {
  readonly path: string;
  /** Whether there is such a file. */
  readonly exists: boolean;
  readonly baseline: Baseline;
  /** What of it holds for a run that starts now. */
  acceptableFor(meta: Pick<RunMeta, 'target' | 'profile'>): Acceptable;
}

/**
 * Reads the baseline of a run; without a file nothing is accepted.
 *
 * @param path the file that was named; null for `baseline.yaml`, where there is one.
 * @param mayBeMissing whether the named file may be made by this run.
 * @throws ToolError USAGE when the named file is missing, PROFILE when it is no baseline.
 */
export function usableBaseline(path: string | null, mayBeMissing = false): UsableBaseline {
  const used = path ?? standardBaseline;
  const read = readBaseline(used);
  if (read === null && path !== null && !mayBeMissing) {
    throw new ToolError('USAGE', `there is no baseline ${used}; canvass conform --accept writes one`);
  }
  const baseline = read ?? emptyBaseline;
  return {
    path: used,
    exists: read !== null,
    baseline,
    acceptableFor: (meta) => acceptableIn(baseline, situationOf(meta), new Date().toISOString().slice(0, 10)),
  };
}
