import { roughDurationText } from '../report/quantities.ts';

/** What is said of the pace of a run, at an instant of its clock. */
export interface Moment {
  readonly nowMs: number;
  /** Requests so far, and about how many there will be. */
  readonly requests: number;
  readonly expected: number;
  /** Calls a minute that the service was seen to allow; `null` as long as nothing was learnt. */
  readonly perMinute: number | null;
  /** What was found so far, in words. */
  readonly found: () => string;
}

/** The first answer of a rate limiter. */
export const limitedNotice =
  'The service answers 429, too many calls: canvass waits, learns what it allows, and goes on.';

/** While a service limits a run, it is said so often how it goes on. */
const everyMs = 60_000;

/** Says how a run goes on that a rate limiter slows down: at once, when the limit is known, and once a minute. */
export class Pace {
  readonly #say: (notice: string) => void;
  #saidMs = Number.NEGATIVE_INFINITY;
  #isLimited = false;
  #isKnown = false;

  constructor(say: (notice: string) => void) {
    this.#say = say;
  }

  /** @param isRefused whether the request that just ended was refused for the limit */
  note(isRefused: boolean, { nowMs, requests, expected, perMinute, found }: Moment): void {
    if (isRefused && !this.#isLimited) {
      this.#isLimited = true;
      this.#saidMs = nowMs;
      this.#say(limitedNotice);
      return;
    }
    if (!this.#isLimited || perMinute === null || (this.#isKnown && nowMs - this.#saidMs < everyMs)) return;
    const limit = this.#isKnown ? '' : `The service allows about ${Math.round(perMinute)} calls a minute. `;
    this.#isKnown = true;
    this.#saidMs = nowMs;
    const left = Math.max(0, expected - requests);
    const more = left === 0 ? 'Soon done' : `About ${roughDurationText((60 * left) / perMinute)} more`;
    this.#say(`${limit}${more}; so far ${requests} requests, ${found()}.`);
  }
}
