import { callsPerMinute } from '../client/rateLimitedTransport.ts';
import type { Profile } from '../profile/profile.ts';

/** How a capacity search goes about it. Rates are respondents (arrivals) a second. */
export interface SearchSettings {
  readonly startPerSecond: number;
  /** The profile's ceiling: no probe offers more. */
  readonly maxPerSecond: number;
  /** Each stage of the climb offers this many times the one before. Above 1.5 a stage may overshoot by as much. */
  readonly climbFactor: number;
  /** Discarded at the start of each probe; a whole walk's length is discarded where that is longer. */
  readonly warmupSeconds: number;
  /** The sliding window that a probe is judged on. */
  readonly windowSeconds: number;
  /** Length of a probe beside the break. */
  readonly stepSeconds: number;
  /** Length of a confirmation, and how many must hold. */
  readonly confirmSeconds: number;
  readonly confirmations: number;
  /** The search is content when its interval reaches no further than this share to either side. */
  readonly precision: number;
  /** Probability that the interval is to hold the capacity. */
  readonly confidence: number;
  /** How long requests left over from an overload may take to end. */
  readonly drainSeconds: number;
  /**
   * Bounds of the whole search. A probe ends at once when more than `maxErrorRate` of its last requests failed, the
   * search when more than that of all its requests did.
   */
  readonly maxSeconds: number;
  readonly maxRequests: number;
  readonly maxErrorRate: number;
  /** Requests a second that the rate budget allows over all keys; `Infinity` where there is no budget. */
  readonly budgetRequestsPerSecond: number;
}

export const defaultSettings: SearchSettings = Object.freeze({
  startPerSecond: 10,
  maxPerSecond: 5000,
  climbFactor: 1.5,
  warmupSeconds: 1,
  windowSeconds: 5,
  stepSeconds: 15,
  confirmSeconds: 30,
  confirmations: 2,
  precision: 0.05,
  confidence: 0.95,
  drainSeconds: 15,
  maxSeconds: 175,
  maxRequests: 5_000_000,
  maxErrorRate: 0.5,
  budgetRequestsPerSecond: Number.POSITIVE_INFINITY,
});

/**
 * What a profile asks of a search. Its rate budget becomes a bound on requests a second: each key brings its own share
 * of calls, all keys together stay within the organization's.
 */
export function settingsOf({ capacity, target, load }: Profile): SearchSettings {
  const { rateBudget, apiKeys } = target;
  const perMinute = rateBudget === null ? Number.POSITIVE_INFINITY : callsPerMinute(rateBudget, apiKeys.length);
  return Object.freeze({
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
  });
}
