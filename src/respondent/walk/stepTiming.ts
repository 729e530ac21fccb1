import { retryAfterMs } from '../../client/budgetedTransport.ts';
import type { Watch } from '../../client/clockWatch.ts';
import type { DistributionMs } from '../../profile/profile.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Random } from '../random.ts';
import type { WalkContext } from './walkContext.ts';

/**
 * A session that was used this recently cannot have timed out, unless the profile knows of a shorter time-out. One that
 * canvass left alone for longer, late as it was or held back by the rate budget, may be gone by rights.
 */
export function surelyAliveMs(idleSeconds: number): number {
  return Math.min(60_000, idleSeconds * 500);
}

/** When the steps of one walk are due. Instants are those of the crowd's clock, in ms. */
export class StepTiming {
  /** When the session was last used before the newest step; with that step. Before the first it was never. */
  #usedBeforeMs = Number.POSITIVE_INFINITY;
  #usedMs = Number.POSITIVE_INFINITY;
  #endMs = 0;
  readonly #limiterWaits = new LimiterWaits();

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

  /** The limiter let a step pass. */
  passed(): void {
    this.#limiterWaits.passed();
  }

  /** How long to wait for the rate limiter, ms; `null` where it let nobody pass for long. */
  limited(exchange: Exchange): number | null {
    return this.#limiterWaits.delayMs(exchange);
  }
}

/** Draws a time in ms. */
export function drawTimeMs(distribution: DistributionMs, random: Random): number {
  switch (distribution.distribution) {
    case 'none':
      return 0;
    case 'fixed':
      return distribution.value;
    case 'uniform':
      return distribution.min + random.next() * (distribution.max - distribution.min);
    case 'exponential':
      return -Math.log(1 - random.next()) * distribution.mean;
    case 'lognormal':
      return distribution.median * Math.exp(distribution.sigma * random.normal());
  }
}

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
