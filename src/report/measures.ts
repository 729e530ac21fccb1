import type { LatencySummary } from '../result/histogramPercentiles.ts';
import { hasReplacedKey } from '../result/keyNames.ts';
import type { RunResult } from '../result/runResult.ts';
import { errorsIn } from '../result/tally/counts.ts';
import { countsOf } from '../result/tally/latencyCounts.ts';
import type { ClauseResult, Violation } from '../result/verdict.ts';

/** What is counted of a run, each once. */
export type Measures = ReturnType<typeof countedIn>;

/** Of each result, for every report of it asks. */
const counted = new WeakMap<RunResult, Measures>();

/** All that reports count of a run. */
export function measuresOf(result: RunResult): Measures {
  const measures = counted.get(result) ?? countedIn(result);
  counted.set(result, measures);
  return measures;
}

function countedIn(result: RunResult) {
  const latency = latencyOfAll(result);
  return {
    requests: requestsOf(result),
    /** `null` where no time was measured. */
    requestsPerSecond: requestsPerSecondOf(result),
    /** That requests, errors and latency are of: the run without its warm-up. */
    seconds: measuredSecondsOf(result),
    errors: errorsOf(result),
    errorShare: errorShareOf(result),
    violations: violationsSeenIn(result),
    /** All checks, over its clauses. */
    checks: result.clauses.reduce((sum, { checked }) => sum + checked, 0),
    checkedClauses: checkedClauses(result),
    /** Respondents whose walk ended in another way than those that are counted apart: closed, quota full, redirected, … */
    otherEnds: otherEndsIn(result.respondents),
    /** Experienced, over all endpoints; `null` when nothing was measured. */
    latency,
    p99: latency === null ? null : percentileOf(latency, 'p99'),
    /** Whether speed and errors may be read; a result that does not say is taken at its word. */
    isPerformanceValid: result.validity?.performance.valid ?? result.verdict !== 'INVALID',
    /** Whether the run had the service replace the key in use: the profile's own is none any more. */
    hasReplacedKey: hasReplacedKey(result),
  };
}

/**
 * What reports count, each with the denominator that thresholds have too. Requests, errors and latency are those after
 * the warm-up; respondents, checks and violations those of the whole run.
 */

/** All requests, those that were provoked to be rejected included. */
export function requestsOf({ endpoints }: Pick<RunResult, 'endpoints'>): number {
  return endpoints.reduce((sum, { requests }) => sum + requests, 0);
}

/** All requests that failed: rejections that were provoked are none. */
export function errorsOf({ endpoints }: Pick<RunResult, 'endpoints'>): number {
  return endpoints.reduce((sum, { outcomes }) => sum + errorsIn(outcomes), 0);
}

/** Errors as a share of the requests that were not provoked to be rejected, as `errors.rate` has it; `null` of none. */
export function errorShareOf({ endpoints }: Pick<RunResult, 'endpoints'>): number | null {
  const unprovoked = endpoints.reduce((sum, { requests, outcomes: o }) => sum + requests - o.expectedRejection, 0);
  return unprovoked === 0 ? null : errorsOf({ endpoints }) / unprovoked;
}

function measuredSecondsOf({ run }: Pick<RunResult, 'run'>): number {
  return run.measuredSeconds ?? run.durationSeconds;
}

/** Requests a second; `null` where no time was measured. */
export function requestsPerSecondOf(result: Pick<RunResult, 'run' | 'endpoints'>): number | null {
  const seconds = measuredSecondsOf(result);
  return seconds > 0 ? requestsOf(result) / seconds : null;
}

/** How often a promise was seen broken, as the threshold `violations` counts. */
export function violationsSeenIn({
  violations,
}: {
  readonly violations: readonly Pick<Violation, 'gating' | 'count'>[];
}): number {
  return violations.reduce((sum, { gating, count }) => (gating ? sum + count : sum), 0);
}

/** Clauses that were checked at least once. */
export function checkedClauses({ clauses }: Pick<RunResult, 'clauses'>): readonly ClauseResult[] {
  return clauses.filter(({ checked }) => checked > 0);
}

function otherEndsIn({ started, completed, abandoned, stopped, failed }: RunResult['respondents']): number {
  return Math.max(0, started - completed - abandoned - stopped - failed);
}

/** Value of a percentile, µs; `null` where fewer values than it takes lie beyond it, so that it would be the longest. */
export function percentileOf(
  summary: LatencySummary,
  name: 'p50' | 'p75' | 'p90' | 'p95' | 'p99' | 'p999',
): number | null {
  const beyond = { p50: 2, p75: 4, p90: 10, p95: 20, p99: 100, p999: 1000 };
  return summary.count < beyond[name] ? null : summary[name];
}

/** Added exactly from the histograms. */
function latencyOfAll({ endpoints }: RunResult): LatencySummary | null {
  const total = countsOf(endpoints.map(({ latency }) => latency.experienced));
  return total.count === 0 ? null : total.summary();
}
