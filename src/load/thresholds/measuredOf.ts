import { type Acceptable, acceptableAsObserved, knownOf } from '../../judging/baseline/standing.ts';
import { coverageOf, observationsOf } from '../../judging/run/clauseResults.ts';
import type { AuditResult } from '../../result/runResult.ts';
import { generatorHealth } from '../../result/tally/generatorHealth.ts';
import type { Tally } from '../../result/tally/tally.ts';
import type { Violation } from '../../result/verdict.ts';
import { startOf } from '../../result/violationId.ts';
import type { Measured } from './requestMetrics.ts';

/** What thresholds judge of a run so far. @param acceptable what its baseline says */
export function measuredOf(tally: Tally, workers: number, acceptable: Acceptable, audit: AuditResult | null): Measured {
  const known = acceptable.known.length > 0 || acceptable.ofSession !== undefined;
  const holding = known ? acceptableAsObserved(acceptable, observationsOf(tally)) : acceptable;
  const tolerated = known ? knownOf(tally.listViolations(), holding) : new Map<Violation, unknown>();
  const names = new Set([...tolerated.keys()].map(({ id }) => startOf(id)));
  return {
    tally,
    generator: generatorHealth(tally, workers),
    coverage: coverageOf(tally),
    audit,
    // What one thread saw first may be more exact than what is said of all.
    isTolerated: ({ id }) => names.has(startOf(id)),
  };
}
