import { ToolError } from '../errors.ts';
import { newRunTag } from '../judging/tokens.ts';
import type { Profile } from '../profile/profile.ts';
import type { ArrivalEngine, ArrivalEngineOptions } from './arrivalEngine.ts';
import { workersOf } from './loadPlan.ts';
import { ShardThreads } from './shard/shardThreads.ts';

/**
 * Starts an arrival engine at rate 0, on threads as `load.workers` says.
 *
 * @param profile with a base URL that can be reached: `embedded` must have been replaced
 * @throws ToolError when the target cannot be used at all
 */
export async function startArrivals(profile: Profile, options: ArrivalEngineOptions): Promise<ArrivalEngine> {
  if (profile.target.baseUrl === 'embedded') throw new ToolError('USAGE', 'the embedded service was not started');
  const troubles: string[] = [];
  let active = 0;
  const threads = await ShardThreads.start(
    {
      profile,
      baseUrl: profile.target.baseUrl,
      runTag: newRunTag(),
      schedule: 'adjustable',
      shards: workersOf(profile),
      keepCompletions: false,
    },
    {
      onSecond: (delta) => {
        active = delta.active;
        options.onSecond(delta);
      },
      onLost: (why) => troubles.push(`A generating thread was lost: ${why}.`),
    },
  );
  threads.begin();
  return {
    get active() {
      return active;
    },
    setRate: (arrivalsPerSecond) => threads.setRate(arrivalsPerSecond),
    stop: async (graceMs) => {
      threads.stop(graceMs);
      await threads.finished();
      return troubles;
    },
  };
}
