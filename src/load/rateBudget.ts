import type { Profile, RateBudget } from '../profile/profile.ts';

/** A walk is at least a take and a submission. */
const requestsOfShortestWalk = 2;

/**
 * Why a schedule cannot keep its rate budget, in words; `null` when it may. Said before the run: only the least that
 * walks need is known then.
 */
export function budgetConflict(profile: Profile): string | null {
  const { rateBudget, apiKeys } = profile.target;
  const { load } = profile;
  if (rateBudget === null || load.model === 'closed') return null;
  const allowed = allowedPerMinute(rateBudget, apiKeys.length);
  const peak = Math.max(...load.stages.map((stage) => stage.arrivalsPerSecond));
  const wanted = peak * 60 * requestsOfShortestWalk;
  if (wanted <= allowed) return null;
  const keys = apiKeys.length === 1 ? '1 API key' : `${apiKeys.length} API keys`;
  return (
    `The schedule asks for at least ${Math.ceil(wanted)} requests a minute, and the rate budget allows ${allowed} ` +
    `(${keys}): requests will be held back. Let fewer respondents arrive, add keys, or raise target.rateBudget.`
  );
}

function allowedPerMinute(budget: RateBudget, keys: number): number {
  return Math.min(budget.perKeyPerMinute * Math.max(1, keys), budget.perOrganizationPerMinute);
}
