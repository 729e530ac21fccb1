import type { RunResult } from '../../result/runResult.ts';
import { countOf } from '../quantities.ts';
import {
  type CoverageLoss,
  coverageLosses,
  type EnvironmentDifference,
  environmentDifferences,
  type ObservationDifference,
  observationDifferences,
  type ViolationDifference,
  violationDifferences,
} from './differences.ts';
import { latencyShifts, type PercentileShift } from './latencyShifts.ts';
import { type CompareOptions, compareDefaults, type ShiftVerdict } from './shift.ts';

/** One run as a comparison names it. */
export interface ComparedRun {
  readonly side: 'baseline' | 'candidate';
  readonly id: string;
  readonly verdict: RunResult['verdict'];
  readonly release: string;
  readonly startedAt: string;
  readonly requests: number;
  readonly errorShare: number;
}

/** What `compare` found between two sides of runs. */
export interface Comparison {
  readonly schema: 'canvass.comparison/1';
  readonly latency: ShiftVerdict;
  /** Whether CI must stop: slower, or a new gating violation. */
  readonly failed: boolean;
  /** Whether a run that proves nothing is among the sides, so that nothing follows. */
  readonly invalid: boolean;
  readonly headline: string;
  readonly reasons: readonly string[];
  readonly next: readonly string[];
  readonly runs: readonly ComparedRun[];
  readonly shifts: readonly PercentileShift[];
  readonly violations: readonly ViolationDifference[];
  readonly observations: readonly ObservationDifference[];
  readonly coverageLost: readonly CoverageLoss[];
  readonly environment: readonly EnvironmentDifference[];
  readonly options: CompareOptions;
}

/** Compares runs of a candidate with runs of a baseline; each side has at least one. */
export function compareResults(
  baseline: readonly RunResult[],
  candidate: readonly RunResult[],
  options: CompareOptions = compareDefaults,
): Comparison {
  const shifts = latencyShifts(baseline, candidate, options);
  const busiest = busiestEndpoint([...baseline, ...candidate]);
  const violations = violationDifferences(baseline, candidate);
  const runs = [
    ...baseline.map((run) => comparedRun('baseline', run)),
    ...candidate.map((run) => comparedRun('candidate', run)),
  ];
  const invalid = runs.some((run) => run.verdict === 'INVALID');
  const latency = invalid ? "CAN'T TELL" : overall(shifts, busiest);
  const gating = violations.filter((difference) => difference.gating).length;
  const failed = latency === 'SLOWER' || gating > 0;
  const environment = environmentDifferences(baseline, candidate);
  return {
    schema: 'canvass.comparison/1',
    latency,
    failed,
    invalid,
    headline: headlineOf(latency, gating, invalid),
    reasons: reasonsOf(shifts, violations, runs),
    next: nextOf({ latency, failed, invalid, shifts, busiest, runs, environment }),
    runs,
    shifts,
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
function overall(shifts: readonly PercentileShift[], busiest: string): ShiftVerdict {
  if (shifts.some(({ verdict }) => verdict === 'SLOWER')) return 'SLOWER';
  const deciding = shifts.find(({ endpoint, share }) => endpoint === busiest && share === 0.95);
  if (deciding === undefined || deciding.verdict === "CAN'T TELL") return "CAN'T TELL";
  return shifts.some(({ verdict }) => verdict === 'FASTER') ? 'FASTER' : 'SAME';
}

/** The endpoint with the most requests over all runs. */
function busiestEndpoint(runs: readonly RunResult[]): string {
  const requests = new Map<string, number>();
  for (const { endpoint, requests: count } of runs.flatMap((run) => run.endpoints))
    requests.set(endpoint, (requests.get(endpoint) ?? 0) + count);
  return [...requests].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

function headlineOf(latency: ShiftVerdict, gating: number, invalid: boolean): string {
  if (invalid && gating === 0) return 'A run among these proves nothing, so nothing follows.';
  const speed = {
    SLOWER: 'slower',
    FASTER: 'faster',
    SAME: 'as fast as before',
    "CAN'T TELL": 'too noisy to tell faster from slower',
  }[latency];
  if (gating === 0) return `The candidate is ${speed}.`;
  return `The candidate breaks ${gating === 1 ? 'a clause' : `${gating} clauses`} that the baseline kept, and is ${speed}.`;
}

function reasonsOf(
  shifts: readonly PercentileShift[],
  violations: readonly ViolationDifference[],
  runs: readonly ComparedRun[],
): string[] {
  const percent = (share: number): string => `${share >= 0 ? '+' : '−'}${Math.abs(share * 100).toFixed(1)} %`;
  const told = shifts
    .filter(({ verdict }) => verdict === 'SLOWER' || verdict === 'FASTER')
    .sort((a, b) => Math.abs(b.shift) - Math.abs(a.shift))
    .slice(0, 4)
    .map(
      (s) =>
        `${s.endpoint} p${s.share * 100} is ${s.verdict === 'SLOWER' ? 'slower' : 'faster'} by ${percent(Math.abs(s.shift)).slice(1)} (${percent(s.low)} to ${percent(s.high)})`,
    );
  const untold = shifts.filter(({ verdict }) => verdict === "CAN'T TELL").length;
  const count = (standing: 'NEW' | 'GONE'): number => violations.filter((v) => v.standing === standing).length;
  return [
    ...runs.filter((run) => run.verdict === 'INVALID').map((run) => `${run.side} run ${run.id} is INVALID`),
    ...told,
    ...(count('NEW') > 0 ? [`${countOf(count('NEW'), 'clause is', 'clauses are')} newly violated`] : []),
    ...(count('GONE') > 0 ? [`${countOf(count('GONE'), 'clause is', 'clauses are')} no longer violated`] : []),
    ...(told.length === 0 && shifts.length > untold
      ? [`none of ${shifts.length} percentiles moved by as much as matters, as far as can be told`]
      : []),
    ...(untold > 0 ? [`${untold} of ${shifts.length} percentiles are too noisy to tell`] : []),
    ...(shifts.length === 0 ? ['no endpoint had enough requests on both sides'] : []),
  ];
}

interface Findings {
  readonly latency: ShiftVerdict;
  readonly failed: boolean;
  readonly invalid: boolean;
  readonly shifts: readonly PercentileShift[];
  readonly busiest: string;
  readonly runs: readonly ComparedRun[];
  readonly environment: readonly EnvironmentDifference[];
}

function nextOf({ latency, failed, invalid, shifts, busiest, runs, environment }: Findings): string[] {
  const next: string[] = [];
  if (invalid) next.push('Replace the INVALID runs: their reports say what made them so.');
  if (environment.some(({ warning }) => warning))
    next.push('Make the sides alike in what is named under Circumstances, or the difference may be theirs.');
  if (!invalid && latency === "CAN'T TELL") {
    const most = shifts.find(({ endpoint, share }) => endpoint === busiest && share === 0.95)?.moreRuns ?? null;
    next.push(
      most === null
        ? 'More than 50 further runs would be needed: make the runs longer, or the machine quieter.'
        : `Run each side ${most === 1 ? 'once' : `${most} times`} more, as far as can be foreseen.`,
    );
  }
  const fewest = Math.min(
    ...(['baseline', 'candidate'] as const).map((side) => runs.filter((r) => r.side === side).length),
  );
  if (!invalid && fewest === 1)
    next.push(
      'With a single run on a side, how much runs differ is assumed, not measured: three runs each are better.',
    );
  if (failed) next.push('Look at the reports of the candidate’s runs for where the time went, or for the witnesses.');
  if (next.length === 0) next.push('Nothing: keep these runs as the next baseline.');
  return next;
}

function comparedRun(side: ComparedRun['side'], result: RunResult): ComparedRun {
  const requests = result.endpoints.reduce((sum, endpoint) => sum + endpoint.requests, 0);
  const errors = result.endpoints.reduce((sum, { outcomes: o }) => {
    return sum + o.serverError + o.clientError + o.timeout + o.connection + o.malformed;
  }, 0);
  return {
    side,
    id: result.run.id,
    verdict: result.verdict,
    release: result.target.release,
    startedAt: result.run.startedAt,
    requests,
    errorShare: requests === 0 ? 0 : errors / requests,
  };
}
