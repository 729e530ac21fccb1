import { ToolError } from '../errors.ts';
import { newRunTag } from '../judging/tokens.ts';
import type { Profile } from '../profile/profile.ts';
import type { Reason } from '../result/reason.ts';
import { reasonWords } from '../result/reasonWords.ts';
import type { RunResult } from '../result/runResult.ts';
import type { SecondDelta } from '../result/tally/delta.ts';
import type { Generators } from './shard/shards.ts';

/**
 * An open arrival process whose rate can be changed while it runs: what the capacity search turns. Arrivals follow
 * `load.arrivals`; stages of the profile are not used; there is no warm-up: every second is measured.
 */
export interface ArrivalEngine {
  /** Arrivals a second from now on, 0 to pause. Threads follow within some 50 ms. */
  setRate(arrivalsPerSecond: number): void;
  /** Respondents at once, as of the last second. */
  readonly active: number;
  /**
   * Ends arrivals, lets walks under way end within `graceMs`, and closes everything. Seconds until the end are still
   * told to `onSecond`. Resolves to what went wrong meanwhile, in words (a lost thread); empty when all went well.
   */
  stop(graceMs: number): Promise<readonly string[]>;
}

/**
 * Starts an engine at rate 0. `onSecond` hears of every second, in order, summed over all threads, some 100 ms after it has
 * ended. Add seconds to a `Tally` to get the figures of a window: `parseExpression(…).value({ tally, … })` judges an SLO
 * by it, `saturation(tally)` says whether the generator was its own limit.
 *
 * @throws ToolError when the target cannot be used at all
 */
export type StartArrivals = (
  profile: Profile,
  hearer: { onSecond(delta: SecondDelta): void },
) => Promise<ArrivalEngine>;

/** Hears what befalls the generators of arrivals, and what their administration calls created. */
export interface ArrivalsListener {
  onLost(reason: Reason): void;
  onCreated(created: RunResult['created']): void;
}

const nobody: ArrivalsListener = { onLost() {}, onCreated() {} };

/** Arrival engines that run on these generators, one after the other; `embedded` must have been replaced in their profiles. */
export function arrivalsOn(generators: Generators, listener = nobody): StartArrivals {
  return async (profile, { onSecond }) => {
    const { baseUrl } = profile.target;
    if (baseUrl === 'embedded') throw new ToolError('USAGE', 'the embedded service was not started');
    const troubles: string[] = [];
    let active = 0;
    const shards = await generators.start(
      { profile, baseUrl, runTag: newRunTag(), schedule: 'adjustable', keepCompletions: false },
      {
        onSecond: (delta) => {
          active = delta.active;
          onSecond(delta);
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
  };
}
