import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { apiKeyHeader } from '../contract/endpoints.ts';
import type { Variants } from './variants.ts';

/** What a key is worth: `unknown` covers missing, wrong and expired ones (401), `forbidden` gives 403. */
export type KeyStanding = 'valid' | 'forbidden' | 'unknown';

export interface KeySet {
  readonly valid: readonly string[];
  /** Keys that are known but have no permission for any resource (service.md#auth-forbidden). */
  readonly forbidden: readonly string[];
}

export const defaultKeys: KeySet = { valid: ['canvass-key'], forbidden: ['canvass-forbidden-key'] };

/** The API keys of the one organization that the service holds; both areas share one instance. */
export class Keys {
  readonly #valid: Set<string>;
  readonly #forbidden: Set<string>;

  constructor(keys: KeySet) {
    this.#valid = new Set(keys.valid);
    this.#forbidden = new Set(keys.forbidden);
  }

  standing(key: string | undefined): KeyStanding {
    if (key === undefined) return 'unknown';
    if (this.#valid.has(key)) return 'valid';
    return this.#forbidden.has(key) ? 'forbidden' : 'unknown';
  }

  /**
   * Expires a valid key and issues another (service.md#regenerate-key-expires).
   *
   * @returns the new key; undefined when `key` is not valid, and then nothing changes.
   */
  regenerate(key: string): string | undefined {
    const replacement = randomBytes(20).toString('hex');
    return this.replace(key, replacement) ? replacement : undefined;
  }

  /** Puts a key in the place of a valid one; false, and no change, when there is none. */
  replace(key: string, replacement: string): boolean {
    if (!this.#valid.delete(key)) return false;
    this.#valid.add(replacement);
    return true;
  }
}

/** The spelling that some samples of the document use; header names arrive in lower case. */
const sampleKeyHeader = 'apikey';

/** The API key that a request carries, in the header that the service reads. */
export function keyOf(request: FastifyRequest, variants: Variants): string | undefined {
  const documented = request.headers[apiKeyHeader];
  const key = documented ?? (variants.keyHeader === 'accepted' ? request.headers[sampleKeyHeader] : undefined);
  return typeof key === 'string' ? key : undefined;
}

/** The error that a request's key deserves (service.md#auth-missing): wrong or missing 401, no permission 403. */
export function keyProblem(request: FastifyRequest, keys: Keys, variants: Variants): 401 | 403 | undefined {
  return problemOfStanding(keys.standing(keyOf(request, variants)));
}

export function problemOfStanding(standing: KeyStanding): 401 | 403 | undefined {
  if (standing === 'valid') return undefined;
  return standing === 'forbidden' ? 403 : 401;
}
