import type { Profile, RateBudget } from '../profile/profile.ts';
import type { ReasonOf } from '../result/reason.ts';

/** A walk is at least a take and a submission. */
const requestsOfShortestWalk = 2;

/**
 * Why a schedule cannot keep its rate budget; `null` when it may. Said before the run: only the least that
 * walks need is known then.
 */
export function budgetConflict(profile: Profile): ReasonOf<'rate-budget-too-small'> | null {
  const { rateBudget, apiKeys } = profile.target;
  const { load } = profile;
  if (rateBudget === null || load.model === 'closed') return null;
  const allowedPerMinute = allowedOf(rateBudget, apiKeys.length);
  const peak = Math.max(...load.stages.map((stage) => stage.arrivalsPerSecond));
  const neededPerMinute = peak * 60 * requestsOfShortestWalk;
  if (neededPerMinute <= allowedPerMinute) return null;
  return {
    code: 'rate-budget-too-small',
    neededPerMinute: Math.ceil(neededPerMinute),
    allowedPerMinute,
    apiKeys: apiKeys.length,
  };
}

function allowedOf(budget: RateBudget, keys: number): number {
  return Math.min(budget.perKeyPerMinute * Math.max(1, keys), budget.perOrganizationPerMinute);
}
