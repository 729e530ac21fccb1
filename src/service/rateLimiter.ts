import type { FastifyInstance } from 'fastify';
import { apiRoot } from '../contract/endpoints.ts';
import { keyOf } from './apiKeys.ts';
import { sendReply } from './replies.ts';
import type { Variants } from './variants.ts';

export interface RateLimits {
  readonly perKeyPerMinute: number;
  readonly perOrganizationPerMinute: number;
  /** Length of its minute; 60,000 unless it is to be quicker. */
  readonly minuteMs?: number;
}

/** Counts the calls of one minute, a key and the one organization at a time (field notes, Rate limits). */
export class RateLimiter {
  readonly #limits: RateLimits;
  readonly #now: () => number;
  #windowStartMs = 0;
  #organization = 0;
  #keys = new Map<string, number>();

  constructor(limits: RateLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Counts a call and says whether it is within the limits; calls without a key count for the organization. */
  admits(key: string | undefined): boolean {
    const nowMs = this.#now();
    if (nowMs - this.#windowStartMs >= (this.#limits.minuteMs ?? 60_000)) {
      this.#windowStartMs = nowMs;
      this.#organization = 0;
      this.#keys = new Map();
    }
    this.#organization += 1;
    const calls = (key === undefined ? 0 : (this.#keys.get(key) ?? 0)) + 1;
    if (key !== undefined) this.#keys.set(key, calls);
    return calls <= this.#limits.perKeyPerMinute && this.#organization <= this.#limits.perOrganizationPerMinute;
  }
}

/** The odd body of the field notes: the id is a number, the name is empty, and there is no requestID. */
const tooMany = JSON.stringify({
  response: {
    error: {
      docs: 'https://docs.surveys.example/error-codes',
      name: '',
      httpStatusCode: 429,
      id: 1013,
      message: 'Rate limit exceeded',
      resourceUrl: apiRoot,
    },
  },
});

/** Answers calls beyond the limits with HTTP 429, before anything else is looked at. */
export function addRateLimiter(app: FastifyInstance, limiter: RateLimiter, variants: Variants): void {
  app.addHook('onRequest', async (request, reply) => {
    const admitted = limiter.admits(keyOf(request, variants));
    return admitted ? undefined : sendReply(reply, { httpStatus: 429, body: tooMany });
  });
}
