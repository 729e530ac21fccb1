import type { SecondDelta } from '../../result/tally/delta.ts';
import { SecondSum, wholeSecond } from '../../result/tally/mergeDeltas.ts';
import { startThread } from '../../startThread.ts';
import { packPlan, type ShardsOutcome, type ShardWork, type Summing, type WholePlan } from './shards.ts';

/** How respondents of one service add up. */
export const loadSumming: Summing<SecondDelta, ShardsOutcome> = {
  secondSum: () => new SecondSum(),
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
