import { respondentsOf } from '../judging/run/runResultOf.ts';
import type { EndpointProgress, RunMeta, RunProgress } from '../result/progress.ts';
import type { ThresholdResult } from '../result/runResult.ts';
import { countIn, errorsIn, sumOf } from '../result/tally/counts.ts';
import type { EndpointSum } from '../result/tally/delta.ts';
import { generatorHealth } from '../result/tally/generatorHealth.ts';
import type { Tally } from '../result/tally/tally.ts';
import type { TimelinePoint } from '../result/timeline.ts';

/** How a run stands, from what was counted so far. */
export function progressOf(
  meta: RunMeta,
  tally: Tally,
  phase: string,
  thresholds: readonly ThresholdResult[],
  point: TimelinePoint | null,
): RunProgress {
  return {
    run: meta.run,
    target: meta.target,
    profile: meta.profile,
    elapsedSeconds: tally.seconds,
    plannedSeconds: meta.plannedSeconds,
    phase,
    active: tally.active,
    respondents: respondentsOf(tally, false),
    endpoints: [...tally.endpoints].map(([name, counts]) => endpointProgress(name, counts)),
    moves: { ...tally.coverage.transitions },
    checks: sumOf(tally.coverage.checked),
    violations: tally.listViolations(),
    thresholds,
    generator: generatorHealth(tally, meta.workers),
    point,
  };
}

function endpointProgress(endpoint: string, counts: EndpointSum): EndpointProgress {
  return {
    endpoint,
    requests: counts.requests,
    errors: errorsIn(counts.outcomes),
    expectedRejections: countIn(counts.outcomes, 'expectedRejection'),
    p50Us: counts.experienced.percentileUs(50),
    p95Us: counts.experienced.percentileUs(95),
    p99Us: counts.experienced.percentileUs(99),
  };
}
