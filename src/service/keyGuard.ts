import type { FastifyRequest } from 'fastify';
import { apiKeyHeader } from '../contract/endpoints.ts';
import type { KeyStanding, Keys } from './apiKeys.ts';
import type { Variants } from './variants.ts';

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
  switch (standing) {
    case 'valid':
      return undefined;
    case 'forbidden':
      return 403;
    case 'unknown':
      return 401;
  }
}
