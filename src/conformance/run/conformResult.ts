import type { ClauseId } from '../../contract/clause.ts';
import type { QuestionId } from '../../contract/questions/openQuestions.ts';
import { turningAway } from '../../judging/baseline/namedSurveys.ts';
import type { Acceptable } from '../../judging/baseline/standing.ts';
import { odditiesOf } from '../../judging/evidence/departures.ts';
import { verdictsOf } from '../../judging/evidence/verdicts.ts';
import { excerpt } from '../../judging/mismatch.ts';
import { problemsOf } from '../../judging/problems/problems.ts';
import { beyondLimits, failedWalks, hardlyAnyAnswer, nobodyLetIn, turnedAway } from '../../judging/run/achievement.ts';
import { exercised, placesIn } from '../../judging/run/clauseResults.ts';
import { failuresOf } from '../../judging/run/goneTarget.ts';
import { runResultOf } from '../../judging/run/runResultOf.ts';
import { judgementOf } from '../../judging/run/runVerdict.ts';
import { baselineNotes } from '../../judging/run/violationReasons.ts';
import { validityOf } from '../../judging/run/voidedByReason.ts';
import type { RunMeta } from '../../result/progress.ts';
import type { Reason } from '../../result/reason.ts';
import { inWords } from '../../result/reasonWords.ts';
import type { RunResult } from '../../result/runResult.ts';
import { absenceReasons } from '../../result/tally/generatorHealth.ts';
import type { Tally } from '../../result/tally/tally.ts';
import { gates } from '../../result/tally/violationTally.ts';
import type { ClauseResult, Observation } from '../../result/verdict.ts';
import type { ExchangeLog } from './exchangeLog.ts';
import type { ConformanceFindings } from './exerciseClauses.ts';
import { endedBefore } from './runProbes.ts';

export interface ConformEnd {
  readonly endedAt: Date;
  readonly interrupted: boolean;
  /** The bound that it came to, in words; `null` where it was done before. */
  readonly bound: string | null;
  /** Why the run proves nothing, as far as whoever carried it out knows. */
  readonly troubles: readonly Reason[];
  /** What the run was about. */
  readonly only: readonly ClauseId[];
  readonly asked: readonly QuestionId[];
  /** What the baseline says of this run. */
  readonly acceptable: Acceptable;
  /** Share of the clauses, in percent, that must have been exercised; `null`: any. */
  readonly minCoveragePercent: number | null;
}

/**
 * Share of a survey's walks that must have got somewhere. Most of what conformance says comes of its probes, and a service
 * with rules for answers that are not shown refuses many: a few walks are enough to see the survey.
 */
const leastWalks = 0.1;

/** The result of a conformance run. */
export function conformResult(
  meta: RunMeta,
  log: ExchangeLog,
  { environment, crowd, gone }: ConformanceFindings,
  end: ConformEnd,
): RunResult {
  const { tally, timeline } = log.close(crowd);
  const { endedAt, interrupted } = end;
  const base = runResultOf(meta, tally, timeline, {
    endedAt: endedAt.toISOString(),
    interrupted,
    recovered: false,
    thresholds: [],
    audit: null,
    created: [...environment.created],
    troubles: [],
    acceptable: end.acceptable,
  });
  const found = verdictsOf(environment.evidence, end.acceptable, end.only, end.asked);
  const { clauses, violations, observations } = found;
  // No promise is one of times: a probe whose session may have expired meanwhile has said nothing.
  const stood = absenceReasons(tally);
  const { bound } = end;
  // A run about one clause may well provoke refusals only.
  const isWhole = end.only.length > 1;
  const unreached = clauses.filter(({ id }) => environment.evidence.clause(id)?.unexercised.has(endedBefore) === true);
  const cut = unreached.filter(({ verdict }) => verdict === 'NOT-EXERCISED').map(({ id }) => id);
  const ended: Reason[] = bound === null ? [] : [{ code: 'ended-at-bound', bound, clauses: cut }];
  const notes = [
    ...ended,
    ...turnedAway(tally.walks, turningAway(meta.profile)),
    ...beyondLimits(tally.endpoints),
    ...baselineNotes(violations, found.acceptable),
    ...stood,
  ];
  const ids = clauses.map(({ id }) => id);
  const checked = Object.fromEntries(clauses.map(({ id, checked }) => [id, checked]));
  const coverage = { ...base.coverage, clauses: exercised(ids, checked), places: placesIn(clauses) };
  const percent = (100 * coverage.clauses.exercised) / Math.max(1, coverage.clauses.total);
  const { walks } = tally;
  const invalid: Reason[] = [
    ...(interrupted ? [{ code: 'interrupted', afterSeconds: base.run.durationSeconds } as const] : []),
    ...end.troubles,
    ...whyProvesNothing(base, clauses, observations, { walks, gone }),
    ...(isWhole && gone === null ? hardlySeen(tally, log, bound) : []),
    ...environment.evidence.probeErrors.map((error) => ({ code: 'tool-failed', error }) as const),
  ];
  // Walks say it in the words of every command.
  const strange =
    failedWalks(walks, leastWalks).length > 0
      ? null
      : log.strangeness((text) => excerpt(environment.target.redactor.redact(text)));
  const isStrange = strange !== null && (violations.some(gates) || isWhole);
  const { minCoveragePercent } = end;
  const isLow = minCoveragePercent !== null && percent < minCoveragePercent;
  const { verdict, reasons, validity, judgements } = judgementOf({
    requests: tally.requestsEver,
    answers: tally.answersEver,
    violations,
    lookedAt: coverage.clauses.exercised,
    thresholds: [],
    missedElse: isLow ? [{ code: 'coverage-too-low', percent, wantedPercent: minCoveragePercent }] : [],
    voiding: isStrange ? [strange, ...invalid] : invalid,
    shutOut: nobodyLetIn(walks, tally.coverage.statuses) || isStrange,
    notes,
  });
  return {
    ...base,
    kind: 'conform',
    verdict,
    ...inWords(reasons),
    validity: { ...validity, performance: validityOf([...validity.performance.reasons, ...stood]).performance },
    judgements,
    // Problems of walks are reasons of the verdict.
    surveys: {},
    clauses,
    // What fails the run before what is known or gone, each in the order in which it was found.
    violations: [...violations.filter(gates), ...violations.filter((violation) => !gates(violation))],
    problems: problemsOf(violations),
    observations,
    odd: odditiesOf(environment.evidence.habits, observations),
    coverage,
  };
}

/** Why nothing can be said of the service, the plainest reason alone where there is one. */
function whyProvesNothing(
  base: RunResult,
  clauses: readonly ClauseResult[],
  observations: readonly Observation[],
  { walks, gone }: Pick<ConformanceFindings, 'gone'> & { readonly walks: Tally['walks'] },
): Reason[] {
  if (base.endpoints.length === 0) return [{ code: 'no-request', ...keptFrom(clauses) }];
  const answered = base.endpoints.some(({ httpStatuses }) => Object.keys(httpStatuses).length > 0);
  if (!answered)
    return [{ code: 'never-answered', failures: failuresOf(base.endpoints.map(({ failures }) => failures)) }];
  return [
    ...failedWalks(walks, leastWalks),
    ...(nothingLearnt(clauses, observations) ?? (gone === null ? [] : [gone])),
  ];
}

/** That next to nothing was looked at: few requests were answered, or the run ended before anybody had finished a survey. */
function hardlySeen({ endpoints, requestsEver }: Tally, { finished }: ExchangeLog, bound: string | null): Reason[] {
  const unanswered = hardlyAnyAnswer(endpoints);
  if (unanswered.length > 0 || finished > 0 || bound === null) return unanswered;
  return [{ code: 'ended-too-early', bound, requests: requestsEver }];
}

/** That what the run was about never came up; `null` when it did. */
function nothingLearnt(clauses: readonly ClauseResult[], observations: readonly Observation[]): Reason[] | null {
  if (clauses.length === 0) {
    const isAnswered = observations.some(({ alternatives }) => alternatives.length > 0);
    return isAnswered ? null : [{ code: 'no-answer-to-question' }];
  }
  if (clauses.some(({ checked }) => checked > 0)) return null;
  return [{ code: 'no-check', ...keptFrom(clauses) }];
}

/** What kept clauses from being looked at, as far as their probes know. */
function keptFrom(clauses: readonly ClauseResult[]): { because?: string[] } {
  const because = [...new Set(clauses.flatMap(({ reason }) => reason ?? []))];
  return because.length === 0 ? {} : { because };
}
