import type { Watch } from '../../client/clockWatch.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { WalkContext } from './walkContext.ts';

/**
 * A session that was used this recently cannot have timed out, unless the profile knows of a shorter time-out. One that
 * canvass left alone for longer, late as it was or held back by the rate budget, may be gone by rights.
 */
export function surelyAliveMs(idleSeconds: number): number {
  return Math.min(60_000, idleSeconds * 500);
}

/** How long ago the session of one walk was used. Instants are those of the crowd's clock, in ms. */
export class SessionAge {
  /** When the session was last used before the newest step; with that step. Before the first it was never. */
  #usedBeforeMs = Number.POSITIVE_INFINITY;
  #usedMs = Number.POSITIVE_INFINITY;
  #endMs = 0;

  /** @param isWhole whether the step carried the session as it is */
  answered({ sentMs, endMs, httpStatus }: Exchange, isWhole: boolean): void {
    this.#usedBeforeMs = this.#usedMs;
    this.#endMs = endMs;
    // What the service never looked at has not kept the session alive.
    if (isWhole && httpStatus !== 0 && httpStatus !== 429) this.#usedMs = sentMs;
  }

  /**
   * Whether the session was left alone for so long that the service may have forgotten it: until the answer came, as the
   * request may have waited for a busy service, or while canvass stood still with a request half sent.
   */
  mayHaveExpired({ expire }: WalkContext['traits'], watch: Watch): boolean {
    const aliveMs = surelyAliveMs(expire.idleSeconds);
    return this.#endMs - this.#usedBeforeMs >= aliveMs || watch.awaySinceMs(this.#usedBeforeMs) >= aliveMs;
  }
}
