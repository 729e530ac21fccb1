import { callsPerMinute } from '../client/rateLimitedTransport.ts';
import type { Profile } from '../profile/profile.ts';

/** How a capacity search goes about it, where no profile says otherwise. Rates are respondents (arrivals) a second. */
export const defaultSettings = {
  startPerSecond: 10,
  /** The profile's ceiling: no probe offers more. */
  maxPerSecond: 5000,
  /** Each stage of the climb offers this many times the one before. Above 1.5 a stage may overshoot by as much. */
  climbFactor: 1.5,
  /** Discarded at the start of each probe; a whole walk's length is discarded where that is longer. */
  warmupSeconds: 1,
  /** The sliding window that a probe is judged on. */
  windowSeconds: 5,
  /** Length of a probe beside the break. */
  stepSeconds: 15,
  /** Length of a confirmation, and how many must hold. */
  confirmSeconds: 30,
  confirmations: 2,
  /** The search is content when its interval reaches no further than this share to either side. */
  precision: 0.05,
  /** Probability that the interval is to hold the capacity. */
  confidence: 0.95,
  /** How long requests left over from an overload may take to end. */
  drainSeconds: 15,
  /**
   * Bounds of the whole search. A probe ends at once when more than `maxErrorRate` of its last requests failed, the
   * search when more than that of all its requests did.
   */
  maxSeconds: 175,
  maxRequests: 5_000_000,
  maxErrorRate: 0.5,
  /** What a planner needs: confirmed as soon as as much has held. Null where no peak is named. */
  neededPerSecond: null as number | null,
  /** Requests a second that the rate budget allows over all keys; `Infinity` where there is no budget. */
  budgetRequestsPerSecond: Number.POSITIVE_INFINITY,
};
export type SearchSettings = Readonly<typeof defaultSettings>;

/**
 * What a profile asks of a search. Its rate budget becomes a bound on requests a second: each key brings its own share
 * of calls, all keys together stay within the organization's.
 */
export function settingsOf({ capacity, target, load }: Profile): SearchSettings {
  const { rateBudget, apiKeys } = target;
  const perMinute = rateBudget === null ? Number.POSITIVE_INFINITY : callsPerMinute(rateBudget, apiKeys.length);
  return {
    ...defaultSettings,
    startPerSecond: capacity.startPerSecond,
    maxPerSecond: capacity.maxPerSecond,
    stepSeconds: Math.ceil(capacity.stepSeconds),
    confirmSeconds: Math.ceil(capacity.confirmSeconds),
    drainSeconds: Math.max(defaultSettings.drainSeconds, Math.ceil(load.gracefulStopSeconds)),
    maxSeconds: capacity.maxDurationSeconds,
    maxRequests: capacity.maxRequests,
    maxErrorRate: capacity.maxErrorRate,
    budgetRequestsPerSecond: perMinute / 60,
  };
}
