import type { Clock } from '../../client/clock.ts';
import type { Timer } from '../../client/timerHeap.ts';
import type { ExchangeListener, Transport } from '../../client/transport.ts';
import { apiKeyHeader } from '../../contract/endpoints.ts';
import type { Exchange } from '../../result/exchange.ts';
import { type AdministrationRequest, methodOf } from './administrationCalls.ts';

/** Calls that the service allows in 60 s. */
export interface CallBudget {
  readonly perKeyPerMinute: number;
  readonly perOrganizationPerMinute: number;
}

export interface AdministrationClientOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Used in turn; at least one. */
  readonly apiKeys: readonly string[];
  /** Calls are spaced so that it is never exceeded; null: as fast as they are asked for. */
  readonly budget: CallBudget | null;
}

/** Makes administration calls with a pool of keys, within a budget. */
export class AdministrationClient {
  readonly #options: AdministrationClientOptions;
  readonly #headers: readonly (readonly string[])[];
  readonly #spacingMs: number;
  #calls = 0;
  #nextMs = Number.NEGATIVE_INFINITY;

  constructor(options: AdministrationClientOptions) {
    this.#options = options;
    this.#headers = options.apiKeys.map((key) => [apiKeyHeader, key, 'accept', 'application/json']);
    this.#spacingMs = spacingOf(options);
  }

  /** Calls made so far. */
  get calls(): number {
    return this.#calls;
  }

  /** Milliseconds between calls that the budget asks for; 0 without one. */
  get spacingMs(): number {
    return this.#spacingMs;
  }

  /** Sends a call when the budget allows it; every end is an exchange. */
  async call(request: AdministrationRequest): Promise<Exchange> {
    const { clock } = this.#options;
    const startMs = Math.max(clock.nowMs(), this.#nextMs);
    this.#nextMs = startMs + this.#spacingMs;
    const headers = this.#headers[this.#calls++ % this.#headers.length] ?? [];
    if (startMs > clock.nowMs()) await this.wait(startMs - clock.nowMs());
    return new Promise((resolve) => this.#send(request, headers, startMs, resolve));
  }

  /** Resolves after `durationMs` of the clock. */
  wait(durationMs: number): Promise<void> {
    const { clock } = this.#options;
    return new Promise((resolve) => {
      const timer: Timer = { onTimer: resolve };
      clock.at(clock.nowMs() + durationMs, timer);
    });
  }

  #send(
    request: AdministrationRequest,
    headers: readonly string[],
    intendedMs: number,
    resolve: (exchange: Exchange) => void,
  ): void {
    const { transport } = this.#options;
    const { body, endpoint, path } = request;
    const listener: ExchangeListener = {
      onExchange: (exchange) => {
        transport.done(listener);
        resolve(exchange);
      },
    };
    const sent = body === null ? headers : [...headers, 'content-type', 'application/json'];
    transport.send({ endpoint, method: methodOf(request), path, headers: sent, body, intendedMs }, listener);
  }
}

function spacingOf({ apiKeys, budget }: AdministrationClientOptions): number {
  if (budget === null) return 0;
  return 60_000 / Math.min(budget.perKeyPerMinute * apiKeys.length, budget.perOrganizationPerMinute);
}
