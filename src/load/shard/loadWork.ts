import type { SecondDelta } from '../../result/tally/delta.ts';
import { SecondSum, wholeSecond } from '../../result/tally/mergeDeltas.ts';
import { startThread } from '../../startThread.ts';
import { packPlan, type ShardWork, type WholePlan } from './shards.ts';

/** Respondents who walk one service, as work for threads. */
export function loadWork(plan: WholePlan): ShardWork<SecondDelta> {
  return {
    secondSum: () => new SecondSum(),
    timeoutMs: plan.profile.target.timeoutMs,
    startThread: (shard) =>
      startThread('./shardThread', import.meta.url, {
        workerData: packPlan({ ...plan, ...shard }),
        name: `canvass shard ${shard.shard}`,
      }),
    wholeSecond,
  };
}
