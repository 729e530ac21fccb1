import { type Acceptable, acceptableAsObserved, isTolerated } from '../../judging/baseline/standing.ts';
import { coverageOf, observationsOf } from '../../judging/run/clauseResults.ts';
import type { AuditResult } from '../../result/runResult.ts';
import { generatorHealth } from '../../result/tally/generatorHealth.ts';
import type { Tally } from '../../result/tally/tally.ts';
import type { Measured } from './requestMetrics.ts';

/** What thresholds judge of a run so far. @param acceptable what its baseline says */
export function measuredOf(tally: Tally, workers: number, acceptable: Acceptable, audit: AuditResult | null): Measured {
  const known = acceptable.known.length > 0 || acceptable.ofSession !== undefined;
  const holding = known ? acceptableAsObserved(acceptable, observationsOf(tally)) : acceptable;
  return {
    tally,
    generator: generatorHealth(tally, workers),
    coverage: coverageOf(tally),
    audit,
    isTolerated: (violation) => isTolerated(violation, holding),
  };
}
