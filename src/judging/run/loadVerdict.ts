import type { Reason } from '../../result/reason.ts';
import type { ThresholdResult } from '../../result/runResult.ts';
import { sumOf } from '../../result/tally/counts.ts';
import { absenceReasons, saturation } from '../../result/tally/generatorHealth.ts';
import type { Tally } from '../../result/tally/tally.ts';
import type { Violation } from '../../result/verdict.ts';
import type { Acceptable } from '../baseline/standing.ts';
import { beyondLimits, failedCalls, failedWalks, hardlyAnyAnswer, nobodyLetIn, unendedWalks } from './achievement.ts';
import { failuresOf } from './goneTarget.ts';
import { judgementOf, type RunJudgement } from './runVerdict.ts';
import { baselineNotes } from './violationReasons.ts';
import { isVoiding } from './voidedByReason.ts';

/** Arrivals that may be dropped, as a share, before a run proves nothing of the load that it was to offer. */
const droppedAllowance = 0.001;

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
  const why = whyProvesNothing(tally);
  const befell = [...troubles, ...absenceReasons(tally)];
  const isCutShort = troubles.some(({ code }) => code === 'interrupted' || code === 'run-killed');
  return judgementOf({
    violations,
    lookedAt: Object.values(tally.coverage.checked).filter((times) => times > 0).length,
    thresholds,
    missedElse: [],
    voiding: [...befell.filter(isVoiding), ...(isCutShort ? why.filter(({ code }) => !ofCutShort.has(code)) : why)],
    shutOut: nobodyLetIn(tally.walks, tally.coverage.statuses),
    requests: tally.requestsEver,
    answers: tally.answersEver,
    notes: [
      ...befell.filter((trouble) => !isVoiding(trouble)),
      ...beyondLimits(tally.endpoints),
      ...baselineNotes(violations, acceptable),
    ],
  });
}

/** What a run that was cut short need not say besides. */
const ofCutShort: ReadonlySet<Reason['code']> = new Set([
  'no-respondent',
  'no-request',
  'no-walk-ended',
  'nothing-after-warmup',
  'no-check',
]);

function whyProvesNothing(tally: Tally): Reason[] {
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
    ...(failed.length > 0
      ? []
      : [...unendedWalks(tally.walks), ...hardlyAnyAnswer(tally.endpoints), ...failedCalls(tally.endpoints)]),
    ...(sumOf(tally.coverage.checked) === 0 ? [{ code: 'no-check' } as const] : []),
    ...([...tally.endpoints.values()].every(({ requests }) => requests === 0)
      ? [{ code: 'nothing-after-warmup' } as const]
      : []),
    ...(dropped > droppedAllowance * arrivals ? [{ code: 'arrivals-dropped', dropped, arrivals } as const] : []),
    ...(saturated === null ? [] : [saturated]),
  ];
}
