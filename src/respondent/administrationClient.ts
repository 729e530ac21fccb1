import { type Clock, pauseBy } from '../client/clock.ts';
import { sendOnce, type Transport } from '../client/transport.ts';
import { apiKeyHeader, type EndpointId, endpoints, pathOf, queryText } from '../contract/endpoints.ts';
import { type EntityId, exactJson } from '../contract/entityId.ts';
import type { Exchange } from '../result/exchange.ts';

interface AdministrationClientOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Used in turn; at least one. */
  readonly apiKeys: readonly string[];
}

/** Makes administration calls with a pool of keys. */
export class AdministrationClient {
  readonly #options: AdministrationClientOptions;
  readonly #headers: readonly (readonly string[])[];
  #calls = 0;

  constructor(options: AdministrationClientOptions) {
    this.#options = options;
    this.#headers = options.apiKeys.map((key) => [apiKeyHeader, key, 'accept', 'application/json']);
  }

  /** Calls made so far. */
  get calls(): number {
    return this.#calls;
  }

  /** Sends a call; every end is an exchange. */
  call({ endpoint, ids, query = {}, body }: AdministrationCall): Promise<Exchange> {
    const { clock, transport } = this.#options;
    const text = queryText(query);
    const path = `${pathOf(endpoint, ids)}${text === '' ? '' : `?${text}`}`;
    const headers = this.#headers[this.#calls++ % this.#headers.length] ?? [];
    const sent =
      body === undefined
        ? { headers, body: null }
        : { headers: [...headers, 'content-type', 'application/json'], body: exactJson(body) };
    const { method } = endpoints[endpoint];
    return sendOnce(transport, { endpoint, method, path, ...sent, intendedMs: clock.nowMs() });
  }

  /** Resolves after `durationMs` of the clock. */
  wait(durationMs: number): Promise<void> {
    return pauseBy(this.#options.clock, durationMs);
  }
}

/** One call of an administration endpoint. */
export interface AdministrationCall {
  readonly endpoint: Exclude<EndpointId, 'take' | 'submit-page' | 'previous-page'>;
  /** Those of its path, by their names there. */
  readonly ids: Readonly<Record<string, EntityId>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
}

/** A page of a list, both from 1. */
export interface PageQuery {
  readonly page: number;
  readonly perPage: number;
}
