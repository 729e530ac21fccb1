import { ToolError } from '../errors.ts';
import { newRunTag } from '../judging/tokens.ts';
import type { Profile } from '../profile/profile.ts';
import { reasonWords } from '../result/reasonWords.ts';
import type { ArrivalEngine, ArrivalEngineOptions, StartArrivals } from './arrivalEngine.ts';
import { workersOf } from './loadPlan.ts';
import type { Generators } from './shard/shards.ts';
import { localThreads } from './shard/shardThreads.ts';

/** Arrival engines that run on these generators. */
export function arrivalsOn(generators: Generators): StartArrivals {
  return (profile, options) => startArrivals(profile, generators, options);
}

/** Arrival engines that run on threads of this process, as `load.workers` says. */
export const startLocalArrivals: StartArrivals = (profile, options) =>
  startArrivals(profile, localThreads(workersOf(profile)), options);

/**
 * Starts an arrival engine at rate 0.
 *
 * @param profile with a base URL that can be reached: `embedded` must have been replaced
 * @throws ToolError when the target cannot be used at all
 */
async function startArrivals(
  profile: Profile,
  generators: Generators,
  options: ArrivalEngineOptions,
): Promise<ArrivalEngine> {
  if (profile.target.baseUrl === 'embedded') throw new ToolError('USAGE', 'the embedded service was not started');
  const troubles: string[] = [];
  let active = 0;
  const shards = await generators.start(
    {
      profile,
      baseUrl: profile.target.baseUrl,
      runTag: newRunTag(),
      schedule: 'adjustable',
      keepCompletions: false,
    },
    {
      onSecond: (delta) => {
        active = delta.active;
        options.onSecond(delta);
      },
      onLost: (reason) => troubles.push(reasonWords(reason)),
    },
  );
  shards.begin();
  return {
    get active() {
      return active;
    },
    setRate: (arrivalsPerSecond) => shards.setRate(arrivalsPerSecond),
    stop: async (graceMs) => {
      shards.stop(graceMs);
      await shards.finished();
      return troubles;
    },
  };
}
