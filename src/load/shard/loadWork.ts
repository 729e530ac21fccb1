import type { SecondDelta } from '../../result/tally/delta.ts';
import { SecondSum, wholeSecond } from '../../result/tally/mergeDeltas.ts';
import { startThread } from '../../startThread.ts';
import { isOnThisMachine, machineWatch } from '../health/machineWork.ts';
import { packPlan, type ShardWork, type WholePlan } from './shards.ts';

/** Respondents who walk one service, as work for threads. */
export function loadWork(plan: WholePlan): ShardWork<SecondDelta> {
  const isHere = isOnThisMachine(plan.baseUrl);
  return {
    secondSum: () => new SecondSum(),
    timeoutMs: plan.profile.target.timeoutMs,
    startThread: (shard) =>
      startThread('./shardThread', import.meta.url, {
        workerData: packPlan({ ...plan, ...shard }),
        name: `canvass shard ${shard.shard}`,
      }),
    wholeSecond: (half, rest) => {
      const others = isHere ? machineWatch.take() : null;
      const second = wholeSecond(half, rest);
      return others === null ? second : { ...second, health: second.health.map((each) => ({ ...each, others })) };
    },
  };
}
