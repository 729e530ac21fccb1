import { ToolError } from '../errors.ts';
import { emptyBaseline, readBaseline } from '../judging/baseline/baselineFile.ts';
import { type Acceptable, acceptableIn, otherSituations, situationOf } from '../judging/baseline/standing.ts';
import type { RunMeta } from '../result/progress.ts';
import { listed } from '../result/reasonWords.ts';

/** Read where `--baseline` names no other file. */
const standardBaseline = 'baseline.yaml';

/** What a service was accepted with, for all commands that judge one. */
export type UsableBaseline = ReturnType<typeof usableBaseline>;

type Judged = Pick<RunMeta, 'target' | 'profile'>;

/**
 * Reads the baseline of a run; without a file nothing is accepted.
 *
 * @param path the file that was named; null for `baseline.yaml`, where there is one.
 * @param mayBeMissing whether the named file may be made by this run.
 * @throws ToolError USAGE when the named file is missing, PROFILE when it is no baseline.
 */
export function usableBaseline(path: string | null, mayBeMissing = false) {
  const used = path ?? standardBaseline;
  const read = readBaseline(used);
  if (read === null && path !== null && !mayBeMissing) {
    throw new ToolError('USAGE', `there is no baseline ${used}; canvass conform --accept writes one`);
  }
  const baseline = read ?? emptyBaseline;
  const whyNothingHolds = (meta: Judged): string | null => {
    const { release, datacenter } = meta.target;
    const others = otherSituations(baseline, situationOf(meta));
    if (others === null) return null;
    return `Nothing of ${used} holds for this run, release ${release} in ${datacenter}: it is of ${listed(others)}. To hold a candidate against it, take “release” out of its entries; else name that --release, or --accept anew.`;
  };
  return {
    /** That nothing of it holds for a run, in words; `null` where something does, or nothing was accepted. */
    whyNothingHolds,
    path: used,
    /** Whether there is such a file. */
    exists: read !== null,
    /** What of it holds for a run that starts now. */
    acceptableFor: (meta: Judged): Acceptable =>
      acceptableIn(baseline, situationOf(meta), new Date().toISOString().slice(0, 10)),
  };
}
