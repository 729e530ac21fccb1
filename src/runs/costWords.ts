import { callsPerMinute } from '../client/rateLimitedTransport.ts';
import { expectedCalls } from '../conformance/run/expectedCalls.ts';
import { fieldRateLimits } from '../contract/endpoints.ts';
import type { Profile } from '../profile/profile.ts';
import { roughDurationText } from '../report/quantities.ts';
import { usualRespondents } from './usualRespondents.ts';

/** What a whole `conform` costs, in calls and in time where calls are limited, in a sentence. */
export function costWords(profile: Profile): string {
  const { apiKeys, rateBudget } = profile.target;
  const calls = 100 * Math.round(expectedCalls(profile, usualRespondents) / 100);
  const perMinute = callsPerMinute(rateBudget ?? fieldRateLimits, 1);
  const where = rateBudget === null ? 'where a service allows' : 'with';
  const time = roughDurationText((60 * calls) / perMinute);
  const first = apiKeys.length > 1 ? ' with the first key' : '';
  return `conform makes about ${calls} calls${first}: ${where} ${perMinute} a minute, about ${time}; --for 10m ends it sooner`;
}
