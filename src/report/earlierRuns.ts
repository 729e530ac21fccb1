import Type from 'typebox';
import type { Problem } from '../result/problem.ts';
import { RunResult } from '../result/runResult.ts';
import { startOf } from '../result/violationId.ts';
import { capacityHeadline } from './content/capacityWords.ts';
import { measuresOf } from './measures.ts';

const Figure = Type.Union([Type.Number(), Type.Null()]);

/** One run as the index of runs shows it. */
export const RunDigest = Type.Object({
  folder: Type.String(),
  hasPage: Type.Boolean(),
  kind: RunResult.properties.kind,
  verdict: RunResult.properties.verdict,
  profile: Type.String(),
  baseUrl: Type.String(),
  datacenter: RunResult.properties.target.properties.datacenter,
  release: RunResult.properties.target.properties.release,
  startedAt: Type.String(),
  durationSeconds: Type.Number(),
  requests: Type.Number(),
  requestsPerSecond: Figure,
  errorShare: Figure,
  /** By signature, with how often their most frequent violation was seen. */
  problems: Type.Record(Type.String(), Type.Number()),
  /** Ids of its violations, without what came: a problem may be called otherwise once some of it is known. */
  violationIds: Type.Array(Type.String()),
  /** What broke first, why the run proves nothing, or what is carried; empty where all was well. */
  found: Type.String(),
  violations: Type.Number(),
  checkedClauses: Type.Array(Type.String()),
  /** µs, experienced, over all endpoints. */
  p50: Figure,
  p99: Figure,
  /** Of a capacity run, over its datacenters. */
  sustainablePerSecond: Figure,
  clausesExercised: Type.Number(),
  clausesTotal: Type.Number(),
  hasReplacedKey: Type.Boolean(),
});
export type RunDigest = Type.Static<typeof RunDigest>;

/** @param folder the name of the run's folder */
export function digestOf(result: RunResult, folder: string, hasPage: boolean): RunDigest {
  const { kind, verdict, run, target, problems, reasons, capacity, coverage } = result;
  const measures = measuresOf(result);
  // What is of speed and errors is null where the run says that it is not valid.
  const isValid = measures.isPerformanceValid;
  // A generator that was late makes latencies bounds, and nothing else.
  const isCounted = isValid || result.judgements?.measurement.judgement === 'bounds';
  const broken = problems.find(({ gating }) => gating) ?? problems[0];
  return {
    folder,
    hasPage,
    kind,
    verdict,
    profile: run.profile,
    baseUrl: target.baseUrl,
    datacenter: target.datacenter,
    release: target.release,
    startedAt: run.startedAt,
    durationSeconds: run.durationSeconds,
    requests: measures.requests,
    requestsPerSecond: isCounted ? measures.requestsPerSecond : null,
    errorShare: isCounted ? measures.errorShare : null,
    problems: Object.fromEntries(problems.map(({ signature, count }) => [signature, count])),
    violationIds: [
      ...new Set(result.violations.filter(({ baseline }) => baseline.kind !== 'GONE').map(({ id }) => startOf(id))),
    ],
    found:
      broken?.title ??
      (capacity.length > 0 ? capacityHeadline(capacity) : verdict === 'PASS' ? '' : (reasons[0] ?? '')),
    violations: measures.violations,
    checkedClauses: measures.checkedClauses.map(({ id }) => id),
    p50: isValid ? (measures.latency?.p50 ?? null) : null,
    p99: isValid ? measures.p99 : null,
    sustainablePerSecond:
      capacity.length === 0 ? null : Math.max(...capacity.map(({ sustainablePerSecond }) => sustainablePerSecond.best)),
    clausesExercised: coverage.clauses.exercised,
    clausesTotal: coverage.clauses.total,
    hasReplacedKey: measures.hasReplacedKey,
  };
}

/** Whether a run showed a problem; `untested` where it checked nothing that would have shown it. */
type Seen = 'seen' | 'absent' | 'untested';

/** Since when a problem is there, from the runs of the same profile and target. */
export type ProblemHistory = ReturnType<typeof historyOf>;

/** One run as the strip of a problem shows it. */
export type RunOfProblem = ProblemHistory['runs'][number];

const mostShown = 20;

/** Looks a problem of the run `own` up in earlier runs. */
export function historyOf(problem: Problem, own: RunDigest, others: readonly RunDigest[]) {
  // `load` and `conform` of one target find the same problems.
  const facts = ['profile', 'datacenter', 'baseUrl'] as const;
  const earlier = others.filter(
    (run) => facts.every((fact) => run[fact] === own[fact]) && run.startedAt < own.startedAt,
  );
  const runs = [...earlier, own].map((run) => ({ run, seen: seenIn(run, problem) }));
  const firstSeen = runs.find(({ seen }) => seen === 'seen')?.run ?? own;
  const lastWithout = runs.findLast(({ seen }) => seen === 'absent')?.run ?? null;
  return {
    /** Oldest first; the run of the report is the last. */
    runs: runs.slice(-mostShown),
    /** The first run of those known that showed it; that of the report where none did before. */
    firstSeen,
    /** The last run that would have shown it, and did not; `null` where none is known. */
    lastWithout,
  };
}

/** Whether a run showed a problem, by its signature or by the violation that names it, or would have. */
export function seenIn(
  { problems, violationIds, checkedClauses }: Pick<RunDigest, 'problems' | 'violationIds' | 'checkedClauses'>,
  { signature, violations, clauses }: Problem,
): Seen {
  const [lead = ''] = violations;
  if (Object.hasOwn(problems, signature) || violationIds.includes(startOf(lead))) return 'seen';
  return clauses.some((clause) => checkedClauses.includes(clause)) ? 'absent' : 'untested';
}

/** What a report knows of its run beyond the result. */
export interface RunContext {
  /** Where its reports lie, for commands that name it; `null` where that is not known. */
  readonly directory: string | null;
  /** Other runs of the folder, oldest first. */
  readonly history: readonly RunDigest[];
}

/** Of a result that nobody says more of. */
export const noContext: RunContext = { directory: null, history: [] };
