import { availableParallelism } from 'node:os';
import { callsPerMinute } from '../client/rateLimitedTransport.ts';
import { levelOf, type Profile } from '../profile/profile.ts';
import type { ReasonOf } from '../result/reason.ts';

/** Arrivals or respondents of one thread at the least: below it, another thread only costs. */
const arrivalsOfThread = 100;
const respondentsOfThread = 500;

/**
 * Generating threads of a profile: as it says, or with `auto` as many as the load can use, leaving a core to the thread
 * that sums up and, on machines that have more, one to everything else.
 */
export function workersOf(profile: Profile): number {
  const { load } = profile;
  if (load.workers !== 'auto') return load.workers;
  const useful =
    Math.max(...load.stages.map(levelOf)) / (load.model === 'open' ? arrivalsOfThread : respondentsOfThread);
  return Math.max(1, Math.min(availableParallelism() - 1, Math.ceil(useful)));
}

/** A walk is at least a take and a submission. */
export const requestsOfShortestWalk = 2;

/**
 * Why a schedule cannot keep its rate budget; `null` when it may. Said before the run: only the least that
 * walks need is known then.
 */
export function budgetConflict(profile: Profile): ReasonOf<'rate-budget-too-small'> | null {
  const { rateBudget, apiKeys } = profile.target;
  const { load } = profile;
  if (rateBudget === null || load.model === 'closed') return null;
  const allowedPerMinute = callsPerMinute(rateBudget, apiKeys.length);
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
