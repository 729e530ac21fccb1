import type { Reason, ReasonOf } from '../../result/reason.ts';
import type { ThresholdResult } from '../../result/runResult.ts';
import { sumOf } from '../../result/tally/counts.ts';
import { gates } from '../../result/tally/gating.ts';
import { saturation } from '../../result/tally/generatorHealth.ts';
import type { Tally } from '../../result/tally/tally.ts';
import type { Violation } from '../../result/verdict.ts';
import { type Acceptable, expiredIn } from '../baseline/standing.ts';
import { isClauseId } from '../clauses.ts';

/** Arrivals that may be dropped, as a share, before a run proves nothing of the load that it was to offer. */
const droppedAllowance = 0.001;

export interface RunJudgement {
  readonly verdict: 'PASS' | 'FAIL' | 'INVALID';
  readonly reasons: readonly Reason[];
}

/**
 * The verdict of a run with its reasons (design, How a run is judged): INVALID beats PASS; FAIL beats INVALID only for
 * gating violations, each of which has a witness.
 *
 * @param acceptable what the baseline says of this run
 * @param troubles why the run proves nothing, as far as its engine knows: a lost thread, a killed process
 */
export function judgeRun(
  tally: Tally,
  violations: readonly Violation[],
  thresholds: readonly ThresholdResult[],
  troubles: readonly Reason[],
  acceptable: Acceptable,
): RunJudgement {
  const gating = violations.filter(gates);
  const missed = thresholds.filter(({ passed, value }) => !passed && value !== null);
  const invalid = [...troubles, ...whyProvesNothing(tally, thresholds)];
  const failed = [...brokenReasons(gating), ...missed.map(missedThreshold)];
  const notes = baselineNotes(violations, acceptable);
  if (gating.length > 0) return { verdict: 'FAIL', reasons: [...failed, ...invalid, ...notes] };
  if (invalid.length > 0) return { verdict: 'INVALID', reasons: [...invalid, ...failed, ...notes] };
  return { verdict: failed.length > 0 ? 'FAIL' : 'PASS', reasons: [...failed, ...notes] };
}

/** What fails a run: promises of the document, and answers that were accepted. */
export function brokenReasons(gating: readonly Violation[]): Reason[] {
  const broken = [...new Set(gating.map(({ clause }) => clause))];
  const clauses = broken.filter(isClauseId);
  const questions = broken.filter((id) => !isClauseId(id));
  return [
    ...(clauses.length === 0 ? [] : [{ code: 'promises-broken', clauses } as const]),
    ...(questions.length === 0 ? [] : [{ code: 'accepted-answers-broken', questions } as const]),
  ];
}

/** What a person should know of the baseline: what it tolerates, what is no longer tolerated, what can go. */
export function baselineNotes(violations: readonly Violation[], acceptable: Acceptable): Reason[] {
  const tolerated = violations.filter(({ baseline }) => baseline.kind === 'KNOWN').length;
  return [
    ...(tolerated === 0 ? [] : [{ code: 'tolerated', violations: tolerated } as const]),
    ...expiredIn(violations, acceptable).map(
      ({ clause, issue, expires }) => ({ code: 'known-expired', clause, issue, expires }) as const,
    ),
    ...violations
      .filter(({ baseline }) => baseline.kind === 'GONE')
      .map(({ clause }) => ({ code: 'known-gone', clause }) as const),
  ];
}

function missedThreshold({ expression, abortedAtSecond }: ThresholdResult): Reason {
  return { code: 'threshold-missed', expression, abortedAtSecond: abortedAtSecond ?? null };
}

function whyProvesNothing(tally: Tally, thresholds: readonly ThresholdResult[]): Reason[] {
  if (tally.requestsEver === 0) return [{ code: tally.arrivals === 0 ? 'no-respondent' : 'no-request' }];
  if (tally.answersEver === 0)
    return [
      {
        code: 'never-answered',
        failures: failuresOf([...[...tally.endpoints.values()].map(({ failures }) => failures), tally.warmupFailures]),
      },
    ];
  const { arrivals, dropped } = tally;
  const saturated = saturation(tally);
  return [
    ...(sumOf(tally.coverage.checked) === 0 ? [{ code: 'no-check' } as const] : []),
    ...([...tally.endpoints.values()].every(({ requests }) => requests === 0)
      ? [{ code: 'nothing-after-warmup' } as const]
      : []),
    ...(dropped > droppedAllowance * arrivals ? [{ code: 'arrivals-dropped', dropped, arrivals } as const] : []),
    ...(saturated === null ? [] : [saturated]),
    ...thresholds
      .filter(({ passed, value }) => !passed && value === null)
      .map(({ expression }) => ({ code: 'threshold-not-measured', expression }) as const),
  ];
}

/** How requests failed, the most frequent first. */
export function failuresOf(
  counts: readonly Readonly<Record<string, number>>[],
): ReasonOf<'never-answered'>['failures'] {
  const all: Record<string, number> = {};
  for (const [failure, count] of counts.flatMap(Object.entries<number>)) all[failure] = (all[failure] ?? 0) + count;
  return Object.entries(all)
    .map(([failure, count]) => ({ failure, count }))
    .sort((a, b) => b.count - a.count);
}
