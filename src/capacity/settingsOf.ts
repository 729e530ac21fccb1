import type { Profile } from '../profile/profile.ts';
import { defaultSettings, type SearchSettings } from './settings.ts';

/**
 * What a profile asks of a search. Its rate budget becomes a bound on requests a second: each key brings its own share
 * of calls, all keys together stay within the organization's.
 */
export function settingsOf({ capacity, target, load }: Profile): SearchSettings {
  const { rateBudget, apiKeys } = target;
  const perMinute =
    rateBudget === null
      ? Number.POSITIVE_INFINITY
      : Math.min(Math.max(1, apiKeys.length) * rateBudget.perKeyPerMinute, rateBudget.perOrganizationPerMinute);
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
