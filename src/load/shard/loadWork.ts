import type { SecondDelta } from '../../result/tally/delta.ts';
import { wholeSecond } from '../../result/tally/mergeDeltas.ts';
import { startThread } from '../../startThread.ts';
import { SecondsSum } from './secondsSum.ts';
import { packPlan } from './shardPlan.ts';
import type { ShardsOutcome, WholePlan } from './shards.ts';
import type { ShardWork, Summing } from './shardWork.ts';

/** How respondents of one service add up. */
export const loadSumming: Summing<SecondDelta, ShardsOutcome> = {
  sum: (parts, onSecond) => new SecondsSum(parts, onSecond),
  merged: (outcomes) => ({
    completions: outcomes.flatMap(({ completions }) => completions),
    created: outcomes.flatMap(({ created }) => created),
  }),
};

/** Respondents who walk one service, as work for threads. */
export function loadWork(plan: WholePlan): ShardWork<SecondDelta, ShardsOutcome> {
  return {
    ...loadSumming,
    timeoutMs: plan.profile.target.timeoutMs,
    startThread: (shard) =>
      startThread('./shardThread', import.meta.url, {
        workerData: packPlan({ ...plan, ...shard }),
        name: `canvass shard ${shard.shard}`,
      }),
    wholeSecond,
  };
}
