import { apiKeyHeader } from '../contract/endpoints.ts';
import type { RateBudget } from '../profile/profile.ts';
import type { Clock, Timer } from './clock.ts';
import type { ExchangeListener, OutgoingRequest, Transport } from './transport.ts';

/** Calls a minute that a rate budget allows over a number of keys: each brings its own, all together stay within one. */
export function callsPerMinute(budget: RateBudget, keys: number): number {
  return Math.min(budget.perKeyPerMinute * Math.max(1, keys), budget.perOrganizationPerMinute);
}

/** Requests of one key, or of all, spaced so that a minute never holds more than allowed. */
class Allowance {
  readonly #everyMs: number;
  #nextMs = Number.NEGATIVE_INFINITY;

  constructor(perMinute: number) {
    this.#everyMs = 60_000 / perMinute;
  }

  /** The instant at which a request that wants to go now may go. */
  reserve(wantedMs: number): number {
    const instantMs = Math.max(wantedMs, this.#nextMs);
    this.#nextMs = instantMs + this.#everyMs;
    return instantMs;
  }
}

/**
 * A transport that keeps a rate budget: requests that are too many wait for their turn, with their intended instants,
 * so that experienced latency shows it. Where several shards share a budget, each keeps its equal part.
 */
export class BudgetedTransport implements Transport {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #perKeyPerMinute: number;
  readonly #organization: Allowance;
  readonly #keys = new Map<string, Allowance>();

  /** @param shards how many transports share the budget. */
  constructor(transport: Transport, clock: Clock, budget: RateBudget, shards: number) {
    this.#transport = transport;
    this.#clock = clock;
    this.#perKeyPerMinute = budget.perKeyPerMinute / shards;
    this.#organization = new Allowance(budget.perOrganizationPerMinute / shards);
  }

  get sockets(): number {
    return this.#transport.sockets;
  }

  done(listener: ExchangeListener): void {
    this.#transport.done(listener);
  }

  send(request: OutgoingRequest, listener: ExchangeListener): void {
    const nowMs = this.#clock.nowMs();
    const instantMs = this.#organization.reserve(this.#allowanceOf(request).reserve(nowMs));
    if (instantMs <= nowMs) this.#transport.send(request, listener);
    else this.#clock.at(instantMs, new HeldRequest(this.#transport, request, listener));
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  #allowanceOf(request: OutgoingRequest): Allowance {
    const at = request.headers.indexOf(apiKeyHeader);
    const key = at < 0 ? '' : (request.headers[at + 1] ?? '');
    let allowance = this.#keys.get(key);
    if (allowance === undefined) {
      allowance = new Allowance(this.#perKeyPerMinute);
      this.#keys.set(key, allowance);
    }
    return allowance;
  }
}

/** A request that waits for its turn. */
class HeldRequest implements Timer {
  readonly #transport: Transport;
  readonly #request: OutgoingRequest;
  readonly #listener: ExchangeListener;

  constructor(transport: Transport, request: OutgoingRequest, listener: ExchangeListener) {
    this.#transport = transport;
    this.#request = request;
    this.#listener = listener;
  }

  onTimer(): void {
    this.#transport.send(this.#request, this.#listener);
  }
}
