import type { Attempt } from '../../src/capacity/attempt.ts';
import type { SearchRecord } from '../../src/capacity/search.ts';

/** Stage, rates offered, come and finished, outcome, seconds, and how many requests waited at once. */
type Recorded = readonly [Attempt['stage'], number, number, number, Attempt['outcome'], number, number?];

/** An attempt of walks of one request: brief ones of the climb end early, as those that are void do. */
function attemptOf([stage, offered, came, finished, outcome, seconds, atOnce = 1]: Recorded): Attempt {
  return {
    stage,
    outcome,
    offeredPerSecond: offered,
    plannedSeconds: seconds,
    early: stage === 'climb' || outcome !== 'held',
    withinSlo: outcome === 'held',
    reason: outcome === 'held' ? 'held for its whole time' : `why it was ${outcome}`,
    seconds,
    measuredSeconds: seconds,
    startedPerSecond: came,
    completedPerSecond: finished,
    requestsPerSecond: finished,
    active: atOnce,
    requestsAtOnce: atOnce,
    p50: 9000,
    p95: 9000,
    p99: 9000,
    errorRate: 0,
    throttledRate: 0,
    tail: { completedPerSecond: finished, errorRate: 0 },
  };
}

/** What a search left that made these attempts. */
export function recordedSearch(end: SearchRecord['end'], ...attempts: readonly Recorded[]): SearchRecord {
  const drain = { longestSeconds: 0, gaveUp: false };
  return { attempts: attempts.map(attemptOf), end, spentSeconds: 60, requests: 9, errors: 0, drain };
}

/** Searches as a busy machine left them, the first three with arrivals by chance. */
export const busySearches = {
  /** Of `capacity.maxPerSecond: 14`; nothing but this machine was in the way. */
  ceiling: recordedSearch(
    'duration',
    ['climb', 6, 6.33, 6.33, 'held', 4, 0.1],
    ['climb', 9, 11, 11, 'held', 4, 0.2],
    ['climb', 13.5, 14, 14.33, 'held', 4, 0.3],
    ['climb', 14, 16, 17.67, 'held', 4, 0.4],
    ['confirm', 14, 14.88, 14.75, 'generator', 9, 2.3],
    ['confirm', 14, 16.33, 16.33, 'generator', 4, 1.9],
    ['confirm', 14, 14.2, 14.2, 'generator', 6, 1.2],
    ['bisect', 14.07, 14.2, 14.2, 'held', 6, 0.6],
    ['confirm', 14, 14.2, 14.2, 'generator', 6, 1],
    ['confirm', 14, 15, 15.11, 'held', 10, 0.5],
  ),
  /** The service broke its objective once, below all that this machine was in the way of. */
  broken: recordedSearch(
    'duration',
    ['climb', 10, 13.33, 13.67, 'held', 4, 4],
    ['climb', 15, 15.67, 16.33, 'held', 4, 5],
    ['climb', 22.5, 22.67, 21.33, 'held', 4, 8],
    ['climb', 33.75, 36.67, 36.33, 'generator', 4, 13],
    ['climb', 33.75, 34.5, 45.5, 'generator', 3, 20],
    ['bisect', 27.03, 27, 28.25, 'generator', 5, 12],
    ['bisect', 23.97, 25, 28.5, 'generator', 3, 11],
    ['confirm', 21.76, 21.11, 21.78, 'broke', 10, 9],
    ['recover', 11.25, 15, 15.67, 'held', 4, 5],
    ['confirm', 18.68, 21.5, 29.5, 'generator', 3, 10],
    ['confirm', 18.68, 20.75, 22, 'cut', 5, 9],
  ),
  /** Nothing but this machine was in the way, and it carried less with more requests at once. */
  generator: recordedSearch(
    'duration',
    ['climb', 10, 9.33, 9.33, 'held', 4, 0.1],
    ['climb', 15, 16, 16.33, 'held', 4, 0.2],
    ['climb', 22.5, 22.33, 22.67, 'held', 4, 0.4],
    ['climb', 33.75, 30.33, 29.67, 'held', 4, 0.6],
    ['climb', 40, 34.67, 33, 'generator', 4, 3],
    ['climb', 40, 44.33, 41, 'generator', 4, 4],
    ['bisect', 32.03, 37.33, 37.33, 'generator', 4, 2],
    ['bisect', 32.03, 35.4, 35.6, 'held', 6, 0.9],
    ['bisect', 35.36, 33.4, 33.2, 'generator', 6, 5],
    ['bisect', 35.36, 39.5, 32, 'generator', 3, 9.1],
  ),
  /** Of 15.7/s: two rates broke with nothing said against the generator, which was in the way below them ever after. */
  brokenAbove: recordedSearch(
    'duration',
    ['climb', 10, 10, 10, 'held', 4, 1],
    ['climb', 15, 15, 15, 'held', 4, 2],
    ['climb', 22.5, 22, 16, 'generator', 3, 20],
    ['climb', 22.5, 22.4, 16, 'broke', 6, 30],
    ['recover', 7.5, 7.7, 7.7, 'held', 4, 1],
    ['bisect', 16.9, 17, 16, 'generator', 3, 9],
    ['bisect', 16.9, 16.9, 15.7, 'broke', 15, 16],
    ['recover', 7.5, 7.7, 7.7, 'held', 4, 1],
    ['bisect', 14.6, 14.5, 14.5, 'generator', 7, 5],
    ['bisect', 14.6, 14.5, 14.5, 'generator', 3, 5],
    ['bisect', 14.6, 14.5, 14.5, 'generator', 3, 5],
    ...[12.7, 12.7, 10.9, 10.9, 10.9, 9.7, 9.7].map((rate) => ['confirm', rate, rate, rate, 'generator', 3] as const),
  ),
} as const;
