import type { ReasonOf } from '../../result/reason.ts';
import { countIn } from '../../result/tally/counts.ts';
import type { Tally } from '../../result/tally/tally.ts';
import type { Timeline } from '../../result/timeline.ts';

/**
 * That the service refused requests as too many (HTTP 429): from then on those of this run waited for their turn, and it is
 * not the load that was asked for. What it let through meanwhile is what it allows.
 *
 * @returns nothing where it refused none
 */
export function rateLimit(tally: Tally, { points, intervalSeconds }: Timeline): ReasonOf<'rate-limited'>[] {
  const first = points.findIndex(({ throttled }) => throttled > 0);
  if (first === -1) return [];
  const limited = points.slice(first);
  const sum = (of: 'requests' | 'throttled'): number => limited.reduce((total, point) => total + point[of], 0);
  const refused = sum('throttled');
  const callsPerMinute = (60 * (sum('requests') - refused)) / (limited.length * intervalSeconds);
  const ended = ['completed', 'ended', 'abandoned'].reduce((total, end) => total + countIn(tally.ends, end), 0);
  const respondentsPerMinute = tally.walkRequests === 0 ? null : callsPerMinute * (ended / tally.walkRequests);
  return [{ code: 'rate-limited', refused, callsPerMinute, respondentsPerMinute }];
}
