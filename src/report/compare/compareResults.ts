import type { RunResult } from '../../result/runResult.ts';
import {
  type ComparedRun,
  type ComparisonReason,
  comparedRun,
  comparisonReasonWords,
  headlineOf,
  nextOf,
  type SpeedVerdict,
} from './comparisonWords.ts';
import { coverageLosses, environmentDifferences, observationDifferences } from './differences.ts';
import { distributions } from './distributions.ts';
import { latencyShifts, type PercentileOf, type PercentileShift } from './latencyShifts.ts';
import { type CompareOptions, compareDefaults, type Shift, type ShiftVerdict } from './shift.ts';
import { type ViolationDifference, violationDifferences } from './violationDifferences.ts';

/** What `compare` found between two sides of runs (the names here are a contract). */
export type Comparison = ReturnType<typeof compareResults>;

/** Compares runs of a candidate with runs of a baseline; each side has at least one. */
export function compareResults(
  baseline: readonly RunResult[],
  candidate: readonly RunResult[],
  options: CompareOptions = compareDefaults,
) {
  // Times of probes, one after the other and at odds with the service, are no speed.
  const isLoad = [...baseline, ...candidate].every(({ kind }) => kind !== 'conform');
  const shifts = isLoad ? latencyShifts(baseline, candidate, options) : [];
  const busiest = busiestEndpoint([...baseline, ...candidate]);
  const violations = violationDifferences(baseline, candidate);
  const runs = [
    ...baseline.map((run) => comparedRun('baseline', run)),
    ...candidate.map((run) => comparedRun('candidate', run)),
  ];
  const invalid = runs.some((run) => run.verdict === 'INVALID');
  const latency: SpeedVerdict = !isLoad ? 'NOT JUDGED' : invalid ? "CAN'T TELL" : overallVerdict(shifts, busiest);
  const gating = violations.filter((difference) => difference.gating).length;
  const known = candidate.flatMap((run) => run.violations.filter(({ baseline: { kind } }) => kind === 'KNOWN'));
  const tolerated = new Set(known.map(({ id }) => id)).size;
  const failed = latency === 'SLOWER' || gating > 0;
  const environment = environmentDifferences(baseline, candidate);
  const reasonCodes = reasonsOf(latency, shifts, violations, runs);
  return {
    schema: 'canvass.comparison/1' as const,
    latency,
    /** Whether CI must stop: slower, or a new gating violation. */
    failed,
    /** Whether a run that proves nothing is among the sides, so that nothing follows. */
    invalid,
    headline: headlineOf(latency, gating, tolerated, invalid),
    /** In sentences; `reasonCodes` has the same as data. */
    reasons: reasonCodes.map(comparisonReasonWords),
    reasonCodes,
    next: nextOf({ latency, failed, invalid, deciding: decidingShift(shifts, busiest), runs, environment }),
    runs,
    shifts,
    distributions: isLoad ? distributions(baseline, candidate) : [],
    violations,
    observations: observationDifferences(baseline, candidate),
    coverageLost: coverageLosses(baseline, candidate),
    environment,
    options,
  };
}

/**
 * One verdict of many: SLOWER when any percentile of any endpoint is; else CAN'T TELL when the p95 of the busiest
 * endpoint cannot be told, or nothing could be compared; else FASTER when any is; else SAME. Endpoints with little
 * traffic are hardly ever certain, and would turn every verdict into CAN'T TELL.
 */
export function overallVerdict(shifts: readonly (PercentileOf & Shift)[], busiest: string): ShiftVerdict {
  if (shifts.some(({ verdict }) => verdict === 'SLOWER')) return 'SLOWER';
  const deciding = decidingShift(shifts, busiest);
  if (deciding === undefined || deciding.verdict === "CAN'T TELL") return "CAN'T TELL";
  return shifts.some(({ verdict }) => verdict === 'FASTER') ? 'FASTER' : 'SAME';
}

/** The p95 of the busiest endpoint. */
export function decidingShift<Of extends PercentileOf>(shifts: readonly Of[], busiest: string): Of | undefined {
  return shifts.find(({ endpoint, share }) => endpoint === busiest && share === 0.95);
}

function busiestEndpoint(runs: readonly RunResult[]): string {
  const requests = new Map<string, number>();
  for (const { endpoint, requests: count } of runs.flatMap((run) => run.endpoints))
    requests.set(endpoint, (requests.get(endpoint) ?? 0) + count);
  return [...requests].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

const mostNamed = 4;

function reasonsOf(
  latency: SpeedVerdict,
  shifts: readonly PercentileShift[],
  violations: readonly ViolationDifference[],
  runs: readonly ComparedRun[],
): ComparisonReason[] {
  const moved = shifts
    .filter(({ verdict }) => verdict === 'SLOWER' || verdict === 'FASTER')
    .sort((a, b) => Math.abs(b.shift) - Math.abs(a.shift))
    .slice(0, mostNamed)
    .map(({ endpoint, share, shift, low, high }): ComparisonReason => {
      return { code: 'percentile-moved', endpoint, share, shift, low, high };
    });
  const untold = shifts.filter(({ verdict }) => verdict === "CAN'T TELL").length;
  const of = shifts.length;
  const gone = violations.filter(({ standing }) => standing === 'GONE').length;
  const fresh = violations.length - gone;
  const failing = violations.filter(({ gating }) => gating).length;
  return [
    ...runs
      .filter(({ verdict }) => verdict === 'INVALID')
      .map(({ side, id }): ComparisonReason => ({ code: 'run-invalid', side, run: id })),
    ...moved,
    ...(fresh > 0 ? [{ code: 'new-violations', violations: fresh, failing } as const] : []),
    ...(gone > 0 ? [{ code: 'violations-gone', violations: gone } as const] : []),
    ...(moved.length === 0 && of > untold ? [{ code: 'nothing-moved', percentiles: of } as const] : []),
    ...(untold > 0 ? [{ code: 'too-noisy', untold, percentiles: of } as const] : []),
    ...(latency === 'NOT JUDGED' ? [{ code: 'speed-not-judged' } as const] : []),
    ...(of === 0 && latency !== 'NOT JUDGED' ? [{ code: 'nothing-comparable' } as const] : []),
  ];
}
