import type { Exchange } from '../../result/exchange.ts';
import type { Random } from '../random.ts';
import { drawTimeMs } from '../thinkTime.ts';
import { throttleDelayMs } from './throttle.ts';
import type { WalkContext } from './walkContext.ts';

/** When the steps of one walk are due. Instants are those of the crowd's clock, in ms. */
export class StepTiming {
  /** When the next step is wanted: the arrival at first, later the end of think time. */
  intendedMs = 0;
  /** From the end of the step before to the sending of the last one. */
  sinceLastStepMs = 0;
  #lastEndMs = 0;
  /** Answers in a row that said that the limiter refused. */
  #throttled = 0;

  begin(intendedMs: number): void {
    this.intendedMs = intendedMs;
    this.#lastEndMs = intendedMs;
  }

  answered({ sentMs, endMs }: Exchange): void {
    this.sinceLastStepMs = sentMs - this.#lastEndMs;
    this.#lastEndMs = endMs;
  }

  /** The limiter let a step pass. */
  passed(): void {
    this.#throttled = 0;
  }

  /** Draws the time to think from `nowMs` on. */
  think(traits: WalkContext['traits'], random: Random, nowMs: number): 'now' | 'later' {
    const thinkMs = drawTimeMs(traits.thinkTimeMs, random);
    this.intendedMs = nowMs + thinkMs;
    return thinkMs <= 0 ? 'now' : 'later';
  }

  /** Puts the next step off until the service must have forgotten the session. */
  idle({ expire }: WalkContext['traits']): void {
    this.intendedMs += expire.idleSeconds * 1000;
  }

  /** Puts the step off until the rate limiter allows it; a walk that is limited again and again gives up. */
  limited(exchange: Exchange): 'later' | 'never' {
    const delayMs = throttleDelayMs(exchange, this.#throttled++);
    if (delayMs === null) return 'never';
    this.intendedMs = exchange.endMs + delayMs;
    return 'later';
  }
}
