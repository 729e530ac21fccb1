import type { Reason, ReasonOf } from '../../result/reason.ts';
import type { Judged, ThresholdResult, Validity } from '../../result/runResult.ts';
import { addCounts, sumOf } from '../../result/tally/counts.ts';
import { saturation } from '../../result/tally/generatorHealth.ts';
import type { Tally } from '../../result/tally/tally.ts';
import { gates } from '../../result/tally/violationTally.ts';
import type { Violation } from '../../result/verdict.ts';
import { type Acceptable, expiredIn } from '../baseline/standing.ts';
import { isClauseId } from '../clauses.ts';
import { failedRequests, failedWalks, nobodyLetIn, unendedWalks } from './achievement.ts';

/** Arrivals that may be dropped, as a share, before a run proves nothing of the load that it was to offer. */
const droppedAllowance = 0.001;

export interface RunJudgement {
  readonly verdict: 'PASS' | 'FAIL' | 'INVALID';
  readonly reasons: readonly Reason[];
  readonly validity: Validity;
}

/** What was found, for the one verdict that follows from it. */
export interface Found {
  /** Broken promises, each with a witness. */
  readonly broken: readonly Reason[];
  /** What else fails a run: missed thresholds that stand whatever is void, and those that do not. */
  readonly missed: readonly Reason[];
  readonly missedTimes: readonly Reason[];
  /** Why the run proves nothing. */
  readonly invalid: readonly Reason[];
  /** Whether nobody reached the service: then what was broken may be somebody else's. */
  readonly shutOut: boolean;
  /** What is said beside, and decides nothing. */
  readonly notes: readonly Reason[];
}

/**
 * The one verdict (docs/verdict.md), in this order: INVALID where nobody reached the service; FAIL
 * for a broken promise, whatever else is void, as it has its witness; FAIL for a missed threshold where what it measures
 * stands: a late generator voids times, not errors; INVALID where anything is void; else PASS.
 */
export function verdictOf({ broken, missed, missedTimes, shutOut, notes, ...found }: Found): RunJudgement {
  // Walks that a broken promise stopped have shown it.
  const invalid = found.invalid.filter((reason) => broken.length === 0 || !isStoppedByPromise(reason));
  const failed = [...broken, ...missed, ...missedTimes];
  const validity = validityOf(invalid);
  // What else broke stays among the violations: it is no reason, as nobody can say whose it is.
  if (shutOut) return { verdict: 'INVALID', reasons: [...invalid, ...notes], validity };
  const onlyLate = invalid.every(({ code }) => code === 'generator-late');
  const fails =
    broken.length > 0 || (onlyLate && missed.length > 0) || (invalid.length === 0 && missedTimes.length > 0);
  if (fails) return { verdict: 'FAIL', reasons: [...failed, ...invalid, ...notes], validity };
  const verdict = invalid.length > 0 ? 'INVALID' : 'PASS';
  return { verdict, reasons: [...invalid, ...failed, ...notes], validity };
}

function isStoppedByPromise(reason: Reason): boolean {
  return reason.code === 'walks-failed' && reason.obstacle === 'promise-broken';
}

/**
 * Judges a load run (design, How a run is judged).
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
  const missed = thresholds.filter(({ passed, value }) => !passed && value !== null);
  const why = whyProvesNothing(tally, thresholds);
  const isCutShort = troubles.some(({ code }) => code === 'interrupted' || code === 'run-killed');
  const isTime = ({ dimension }: ThresholdResult): boolean => dimension === 'time';
  return verdictOf({
    broken: brokenReasons(violations.filter(gates)),
    missed: missed.filter((each) => !isTime(each)).map(missedThreshold),
    missedTimes: missed.filter(isTime).map(missedThreshold),
    invalid: [...troubles.filter(isVoiding), ...(isCutShort ? why.filter(({ code }) => !ofCutShort.has(code)) : why)],
    shutOut: nobodyLetIn(tally.walks, tally.coverage.statuses),
    notes: [...troubles.filter((trouble) => !isVoiding(trouble)), ...baselineNotes(violations, acceptable)],
  });
}

/** What a run that was cut short need not say besides. */
const ofCutShort: ReadonlySet<Reason['code']> = new Set([
  'no-respondent',
  'no-request',
  'no-walk-ended',
  'nothing-after-warmup',
  'no-check',
  'threshold-not-measured',
]);

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
  if (tally.answersEver === 0) {
    const measured = failuresOf([...tally.endpoints.values()].map(({ failures }) => failures));
    return [{ code: 'never-answered', failures: measured.length > 0 ? measured : failuresOf([tally.warmupFailures]) }];
  }
  const { arrivals, dropped } = tally;
  const saturated = saturation(tally);
  const failed = failedWalks(tally.walks);
  return [
    ...failed,
    ...(failed.length > 0 ? [] : [...unendedWalks(tally.walks), ...failedRequests(tally.endpoints)]),
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
  for (const each of counts) addCounts(all, each);
  return Object.entries(all)
    .map(([failure, count]) => ({ failure, count }))
    .sort((a, b) => b.count - a.count);
}

/**
 * What each reason voids, for those that void anything. A run that was busy with itself, or offered another load than
 * was asked for, still saw every answer that it judged; a run in which nobody got anywhere saw nothing.
 */
const voids: Partial<Record<Reason['code'], 'both' | 'conformance' | 'performance'>> = {
  'no-respondent': 'both',
  'no-request': 'both',
  'never-answered': 'both',
  'stopped-answering': 'both',
  'always-throttled': 'both',
  'walks-failed': 'both',
  'no-walk-ended': 'both',
  'hardly-any-answer': 'both',
  'calls-failed': 'both',
  'nothing-granted': 'both',
  'undocumented-answers': 'both',
  interrupted: 'both',
  'run-killed': 'both',
  'tool-failed': 'both',
  'no-check': 'conformance',
  'no-answer-to-question': 'conformance',
  'nothing-after-warmup': 'performance',
  'arrivals-dropped': 'performance',
  'generator-busy': 'performance',
  'generator-late': 'performance',
  'threshold-not-measured': 'performance',
  'thread-lost': 'performance',
  'worker-lost': 'performance',
  'rate-budget-too-small': 'performance',
};

/** Whether a reason voids anything: others are notes. */
export function isVoiding({ code }: Reason): boolean {
  return voids[code] !== undefined;
}

/** Which of the two judgements of a run stand, and why those that do not are void. */
export function validityOf(reasons: readonly Reason[]): Validity {
  return { conformance: judged(reasons, 'conformance'), performance: judged(reasons, 'performance') };
}

function judged(reasons: readonly Reason[], which: 'conformance' | 'performance'): Judged {
  const why = reasons.filter(({ code }) => voids[code] === 'both' || voids[code] === which);
  return { valid: why.length === 0, reasons: why };
}
