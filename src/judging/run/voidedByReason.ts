import { type Obstacle, whoseIs } from '../../result/obstacle.ts';
import type { Reason } from '../../result/reason.ts';
import type { Judged, ThresholdResult, Validity } from '../../result/runResult.ts';

/**
 * What trouble can have produced by itself, so that it says nothing of the service:
 *
 * - `everything`: nothing follows from the run; nobody was there to see the service, or it was not finished.
 * - `promises`: what was found of the document is not enough to say that it was kept.
 * - `load`: the load was not the one that was asked for. What was missed under it is missed; what was met proves nothing.
 * - `times`: latencies became longer. A limit that was kept stays kept; one that was missed cannot be told.
 * - `rates`: less came about, in all or a second. A rate that was not reached cannot be told.
 * - `errors`: requests failed that the service would have answered. A limit of errors that was missed cannot be told.
 * - `thresholds`: one had nothing to measure.
 *
 * Never doubted: a limit that was kept, a broken promise; and a count of errors, but by `errors` and `everything`.
 */
export type Doubt = 'everything' | 'promises' | 'load' | 'times' | 'rates' | 'errors' | 'thresholds';

/**
 * What each reason casts doubt on; none for notes and for what fails a run. To add a reason: give it its facts in
 * `result/reason.ts`, its sentence in `reasonWords.ts`, what it can have produced here, and hand it to `judgeRun` (or
 * the `troubles` of a run). Verdict, exit code, validity and reports follow.
 */
const doubtsByCode: Partial<Record<Reason['code'], readonly Doubt[]>> = {
  'no-respondent': ['everything'],
  'no-request': ['everything'],
  'never-answered': ['everything'],
  'stopped-answering': ['everything'],
  'always-throttled': ['everything'],
  'no-walk-ended': ['everything'],
  'nothing-granted': ['everything'],
  'undocumented-answers': ['everything'],
  interrupted: ['everything'],
  'run-killed': ['everything'],
  'tool-failed': ['everything'],
  // What was to be left out, or answered so, was not.
  'question-never-shown': ['promises', 'load'],
  'ended-too-early': ['promises'],
  'no-check': ['promises'],
  'no-answer-to-question': ['promises'],
  'nothing-after-warmup': ['load', 'times', 'rates'],
  // Those who were dropped would only have made it harder for the service.
  'arrivals-dropped': ['load', 'rates'],
  'generator-busy': ['times', 'rates'],
  'generator-late': ['times', 'rates'],
  'machine-crowded': ['times', 'rates'],
  // Its share of the load is missing; the others measured as before.
  'thread-lost': ['load', 'rates'],
  'worker-lost': ['load', 'rates'],
  'worker-contradicts-plan': ['everything'],
  // Requests were held back, and waited for it.
  'rate-limited': ['load', 'times', 'rates'],
  'rate-budget-too-small': ['load', 'times', 'rates'],
  'threshold-not-measured': ['thresholds'],
  'threshold-untold': ['thresholds'],
};

/** From here on canvass stood still for so long that the load was another one. */
const longAwaySeconds = 2;

/** What a reason casts doubt on; nothing for a note. */
export function doubtsOf(reason: Reason): readonly Doubt[] {
  switch (reason.code) {
    case 'walks-failed':
    case 'hardly-any-answer':
    case 'calls-failed':
      return doubtsByObstacle(reason.obstacle);
    case 'generator-away':
      // Shorter ones are what a busy machine does. After a longer one what was due meanwhile came in a heap.
      return reason.seconds < longAwaySeconds ? ['times', 'rates'] : ['load', 'times', 'rates'];
    default:
      return doubtsByCode[reason.code] ?? [];
  }
}

/** What stood in the way of most: where the profile is to be corrected, errors are no errors of the service. */
function doubtsByObstacle(obstacle: Obstacle): readonly Doubt[] {
  const whose = whoseIs(obstacle);
  return whose === 'service' || whose === 'target' ? ['promises', 'load'] : ['everything'];
}

/** Whether a reason casts doubt on anything: others are notes. */
export function isVoiding(reason: Reason): boolean {
  return doubtsOf(reason).length > 0;
}

/** The reasons that cast one of these doubts, or doubt everything. */
export function doubting(reasons: readonly Reason[], doubts: readonly Doubt[]): Reason[] {
  return reasons.filter((reason) => doubtsOf(reason).some((each) => each === 'everything' || doubts.includes(each)));
}

/** Which of the two judgements of a run stand, and why those that do not are void. */
export function validityOf(reasons: readonly Reason[]): Validity {
  return {
    conformance: judged(doubting(reasons, ['promises'])),
    performance: judged(doubting(reasons, ['load', 'times', 'rates', 'errors', 'thresholds'])),
  };
}

function judged(reasons: readonly Reason[]): Judged {
  return { valid: reasons.length === 0, reasons: [...reasons] };
}

/** A threshold that was missed, with what may have missed it in place of the service; any other as it is. */
export function withDoubts(threshold: ThresholdResult, reasons: readonly Reason[]): ThresholdResult {
  if (threshold.passed || threshold.value === null) return threshold;
  const untold = doubting(reasons, doubtsThatMiss(threshold)).map(({ code }) => code);
  return untold.length === 0 ? threshold : { ...threshold, untold };
}

/** The doubts that can have missed a threshold; of results that do not say which bound it is, an upper one. */
function doubtsThatMiss({ dimension, bound = 'upper' }: ThresholdResult): readonly Doubt[] {
  if (dimension === 'time') return bound === 'lower' ? [] : ['times'];
  return bound === 'lower' && dimension !== 'share' ? ['rates'] : ['errors'];
}
