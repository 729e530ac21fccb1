import type { Profile } from '../profile/profile.ts';
import type { SecondDelta } from '../result/tally/delta.ts';

/** What hears of an engine while it runs. */
export interface ArrivalEngineOptions {
  /**
   * Called once for every second, in order, summed over all threads, some 100 ms after the second has ended. Add seconds
   * to a `Tally` to get the figures of a window: `parseExpression(…).value({ tally, … })` judges an SLO by it,
   * `saturation(tally)` says whether the generator was its own limit.
   */
  onSecond(delta: SecondDelta): void;
}

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

/** Starts an engine at rate 0. @throws ToolError when the target cannot be used at all */
export type StartArrivals = (profile: Profile, options: ArrivalEngineOptions) => Promise<ArrivalEngine>;
