import { failures } from '../../result/exchange.ts';
import { obstacleOf, whoseIs } from '../../result/obstacle.ts';
import type { Reason } from '../../result/reason.ts';

/**
 * Whether the target was not there, or went and did not come back: it never answered, stopped to for good, or somebody
 * else answered in its place, such as a gateway. A machine without sockets reaches nobody, and says nothing of the target.
 *
 * @param shutOut whether nobody reached the service
 */
export function isTargetAway(reasons: readonly Reason[], shutOut: boolean): boolean {
  return reasons.some((reason) => {
    switch (reason.code) {
      case 'never-answered':
        return isOfTarget(reason.failures[0]?.failure);
      case 'stopped-answering':
        return isOfTarget(reason.failure);
      case 'undocumented-answers':
        return true;
      case 'walks-failed':
        return shutOut && whoseIs(reason.obstacle) === 'target';
      default:
        return false;
    }
  });
}

function isOfTarget(name: string | undefined): boolean {
  const failure = failures.find((each) => each === name);
  return failure === undefined || whoseIs(obstacleOf({ failure, httpStatus: 502 }, false)) === 'target';
}
