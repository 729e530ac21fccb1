import { ToolError } from '../errors.ts';
import { newRunTag } from '../judging/tokens.ts';
import type { Profile } from '../profile/profile.ts';
import type { Reason } from '../result/reason.ts';
import { reasonWords } from '../result/reasonWords.ts';
import type { RunResult } from '../result/runResult.ts';
import type { ArrivalEngine, ArrivalEngineOptions, StartArrivals } from './arrivalEngine.ts';
import type { Generators } from './shard/shards.ts';

/** Hears what befalls the generators of arrivals, and what their administration calls created. */
export interface ArrivalsListener {
  onLost(reason: Reason): void;
  onCreated(created: RunResult['created']): void;
}

const nobody: ArrivalsListener = { onLost() {}, onCreated() {} };

/** Arrival engines that run on these generators, one after the other. */
export function arrivalsOn(generators: Generators, listener = nobody): StartArrivals {
  return (profile, options) => startArrivals(profile, generators, listener, options);
}

/**
 * Starts an arrival engine at rate 0.
 *
 * @param profile with a base URL that can be reached: `embedded` must have been replaced
 * @throws ToolError when the target cannot be used at all
 */
async function startArrivals(
  profile: Profile,
  generators: Generators,
  listener: ArrivalsListener,
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
      onLost: (reason) => {
        troubles.push(reasonWords(reason));
        listener.onLost(reason);
      },
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
      const { created } = await shards.finished();
      listener.onCreated(created);
      return troubles;
    },
  };
}
