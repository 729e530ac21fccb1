import { retryAfterMs } from '../../client/rateLimitedTransport.ts';
import type { Exchange } from '../../result/exchange.ts';

const firstDelayMs = 1000;
const longestDelayMs = 5000;
/** Whoever may be locked out asks again less and less often, and not for ever. */
const longestPatientMs = 60_000;
const patientTries = 6;
/** A limiter that counts a minute, and lets nobody in after two, lets nobody in. */
export const givenUpAfterMs = 150_000;

/** LimiterWaits (HTTP 429) of one step in a row. */
export class LimiterWaits {
  #count = 0;
  #sinceMs = 0;

  /** The limiter let the step pass. */
  passed(): void {
    this.#count = 0;
  }

  /**
   * How long to wait after one more: what `Retry-After` says, else a little longer each time.
   *
   * @param isPatient whether to wait twice as long each time in any case: who is locked out is so longer for each try
   * @returns ms, or `null` when it was tried long enough
   */
  delayMs(exchange: Exchange, isPatient = false): number | null {
    const tries = this.#count++;
    if (tries === 0) this.#sinceMs = exchange.endMs;
    const toldMs = retryAfterMs(exchange);
    if (isPatient) {
      return tries >= patientTries ? null : Math.min((toldMs ?? firstDelayMs) * 2 ** tries, longestPatientMs);
    }
    if (exchange.endMs - this.#sinceMs >= givenUpAfterMs) return null;
    return toldMs ?? Math.min(firstDelayMs * 2 ** tries, longestDelayMs);
  }
}
