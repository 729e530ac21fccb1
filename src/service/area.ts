import type { FastifyInstance } from 'fastify';
import { type EndpointId, endpoints } from '../contract/endpoints.ts';
import type { Keys } from './apiKeys.ts';
import type { CompletedResponses } from './completedResponses.ts';
import type { Replies } from './replies.ts';
import type { Store } from './store/sqliteStore.ts';
import type { SurveyCatalogue } from './survey/surveyCatalogue.ts';
import type { Variants } from './variants.ts';

/** What the areas of the service share. */
export interface ServiceParts {
  readonly keys: Keys;
  readonly surveys: SurveyCatalogue;
  /** Where completed walks go: the store, unless a test looks at them itself. */
  readonly completed: CompletedResponses;
  readonly store: Store;
  readonly variants: Variants;
  readonly replies: Replies;
  /** Milliseconds since the epoch; tests inject their own. */
  readonly now: () => number;
}

/**
 * Registers the routes of one area. Each route names its endpoint in `config`, so that latency and the rate
 * limiter know it: `app.get(routeOf('take'), { config: { endpoint: 'take' } }, handler)`.
 */
export type Area = (app: FastifyInstance, parts: ServiceParts) => void;

/** The path of an endpoint as fastify writes it: `:survey_id` for `<survey_id>`. */
export function routeOf(endpoint: EndpointId): string {
  return endpoints[endpoint].path.replace(/<(\w+)>/g, ':$1');
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The documented endpoint that a route serves. */
    endpoint?: EndpointId;
  }
}
