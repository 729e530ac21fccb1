import { ToolError } from '../errors.ts';
import { type Baseline, emptyBaseline, readBaseline } from '../judging/baseline/baselineFile.ts';
import { type Acceptable, acceptableIn, otherSituations, situationOf } from '../judging/baseline/standing.ts';
import type { RunMeta } from '../result/progress.ts';
import { listed } from '../result/reasonWords.ts';

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
  /** That nothing of it holds for a run, in words; `null` where something does, or nothing was accepted. */
  whyNothingHolds(meta: Pick<RunMeta, 'target' | 'profile'>): string | null;
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
  const whyNothingHolds: UsableBaseline['whyNothingHolds'] = (meta) => {
    const { release, datacenter } = meta.target;
    const others = otherSituations(baseline, situationOf(meta));
    if (others === null) return null;
    return `Nothing of ${used} holds for this run, release ${release} in ${datacenter}: it is of ${listed(others)}. Name that --release, or --accept anew.`;
  };
  return {
    whyNothingHolds,
    path: used,
    exists: read !== null,
    baseline,
    acceptableFor: (meta) => acceptableIn(baseline, situationOf(meta), new Date().toISOString().slice(0, 10)),
  };
}
