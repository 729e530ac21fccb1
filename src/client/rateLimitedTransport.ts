import { apiKeyHeader } from '../contract/endpoints.ts';
import type { Profile, RateBudget } from '../profile/profile.ts';
import { type Exchange, headerOf } from '../result/exchange.ts';
import type { Clock, Timer } from './clock.ts';
import { createTransport } from './httpTransport.ts';
import { RequestQueue } from './pendingRequests.ts';
import { Allowance } from './rateAllowance.ts';
import { type Connections, targetOptionsOf } from './target.ts';
import type { AnswerListener, ExchangeListener, OutgoingRequest, SetUpListener, Transport } from './transport.ts';

/** Calls a minute that a rate budget allows over a number of keys: each brings its own, all together stay within one. */
export function callsPerMinute(budget: RateBudget, keys: number): number {
  return Math.min(budget.perKeyPerMinute * Math.max(1, keys), budget.perOrganizationPerMinute);
}

/** Nobody is waited for longer. */
const longestWaitMs = 60_000;

/** What `Retry-After` says in seconds (RFC 9110, 10.2.3), in ms; `null` where it says nothing so. */
export function retryAfterMs(exchange: Exchange): number | null {
  const said = headerOf(exchange, 'retry-after');
  return said !== null && /^\d+$/.test(said) ? Math.min(Number(said) * 1000, longestWaitMs) : null;
}

/** What a transport within a budget is made of, beside the budget. */
export interface Reached {
  readonly profile: Profile;
  /** The base URL that is really used. */
  readonly baseUrl: string;
  readonly connections: Connections;
  readonly clock: Clock;
  /** How many transports share the target and its budget. */
  readonly shards?: number;
  /** In place of the profile's. */
  readonly timeoutMs?: number;
  /** Hears how long each connection took to be made. */
  readonly setUps?: SetUpListener;
}

/**
 * How requests reach the target of a profile: over HTTP, within its rate budget and what the service is seen to allow.
 *
 * @throws ToolError PROFILE for a target that cannot be used at all
 */
export function reachTransport({ profile, baseUrl, connections, clock, ...more }: Reached): BudgetedTransport {
  const { setUps, shards = 1, timeoutMs } = more;
  const options = targetOptionsOf(profile, baseUrl, connections, timeoutMs);
  const make = (answers: AnswerListener): Transport => createTransport(options, setUps, answers);
  return new BudgetedTransport(make, clock, profile.target.rateBudget, shards);
}

/**
 * A transport that keeps within what the service allows, as the profile says it and as refusals (HTTP 429) teach it.
 * Requests that are too many wait for their turn, with their intended instants, so that experienced latency shows it. A
 * refused one is its sender's to repeat: it waits here like any other. Where several shards share a budget, each keeps
 * its equal part.
 */
export class BudgetedTransport implements Transport, AnswerListener {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #perKeyPerMinute: number;
  readonly #organization: Allowance | null;
  readonly #lanes = new Map<string, Lane>();
  /** Without a budget and before the first refusal: since when requests went, and how many. */
  #beganMs = Number.NaN;
  #unlimited = 0;
  #isLimiting: boolean;

  /** @param shards how many transports share the budget. */
  constructor(make: (answers: AnswerListener) => Transport, clock: Clock, budget: RateBudget | null, shards: number) {
    this.#clock = clock;
    this.#isLimiting = budget !== null;
    this.#perKeyPerMinute = budget === null ? Number.POSITIVE_INFINITY : budget.perKeyPerMinute / shards;
    this.#organization =
      budget === null ? null : new Allowance(budget.perOrganizationPerMinute / shards, clock.nowMs());
    this.#transport = make(this);
  }

  get sockets(): number {
    return this.#transport.sockets;
  }

  /** Calls a minute that the service was seen to allow these keys; `null` where it refused none. */
  learntPerMinute(keys: readonly string[]): number | null {
    const learnt = keys.flatMap((key) => this.#lanes.get(key)?.allowance.learntPerMinute ?? []);
    return learnt.length === 0 ? null : learnt.reduce((sum, each) => sum + each, 0);
  }

  done(listener: ExchangeListener): void {
    this.#transport.done(listener);
  }

  send(request: OutgoingRequest, listener: ExchangeListener): void {
    if (this.#isLimiting) {
      this.#laneOf(request).send(request, listener);
      return;
    }
    if (this.#unlimited++ === 0) this.#beganMs = this.#clock.nowMs();
    this.#transport.send(request, listener);
  }

  onAnswer(listener: ExchangeListener, request: OutgoingRequest, exchange: Exchange): void {
    if (exchange.httpStatus !== 429 && !this.#isLimiting) return;
    this.#isLimiting = true;
    this.#laneOf(request).onAnswer(listener, exchange);
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  #laneOf({ headers }: OutgoingRequest): Lane {
    const at = headers.indexOf(apiKeyHeader);
    const key = at < 0 ? '' : (headers[at + 1] ?? '');
    let lane = this.#lanes.get(key);
    if (lane === undefined) {
      const nowMs = this.#clock.nowMs();
      // Whose requests went before the first refusal nobody has counted; the second opening tells.
      const isFirst = this.#unlimited > 0 && this.#lanes.size === 0;
      const allowance = new Allowance(
        this.#perKeyPerMinute,
        isFirst ? this.#beganMs : nowMs,
        isFirst ? this.#unlimited : 0,
      );
      lane = new Lane(this.#transport, this.#clock, allowance, this.#organization);
      this.#lanes.set(key, lane);
    }
    return lane;
  }
}

/** The requests of one key, in the order in which they are wanted. */
class Lane implements Timer {
  readonly allowance: Allowance;
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #organization: Allowance | null;
  readonly #waiting = new RequestQueue();
  /** Whose request tries whether others may go. */
  #trial: ExchangeListener | null = null;
  #armedMs = Number.POSITIVE_INFINITY;

  constructor(transport: Transport, clock: Clock, allowance: Allowance, organization: Allowance | null) {
    this.#transport = transport;
    this.#clock = clock;
    this.allowance = allowance;
    this.#organization = organization;
  }

  send(request: OutgoingRequest, listener: ExchangeListener): void {
    if (this.#waiting.first === null && this.#nextMs() <= this.#clock.nowMs()) this.#go(request, listener);
    else {
      this.#waiting.add({ request, listener, deadlineMs: Number.POSITIVE_INFINITY });
      this.#arm();
    }
  }

  onAnswer(listener: ExchangeListener, exchange: Exchange): void {
    const isTrial = listener === this.#trial;
    if (isTrial) this.#trial = null;
    const nowMs = this.#clock.nowMs();
    if (exchange.httpStatus === 429) this.allowance.refused(nowMs, isTrial, retryAfterMs(exchange));
    else if (isTrial && exchange.httpStatus === 0) this.allowance.tryAgain(nowMs);
    else if (isTrial) this.allowance.opened(nowMs);
    if (isTrial) this.#arm();
  }

  onTimer(): void {
    this.#armedMs = Number.POSITIVE_INFINITY;
    while (this.#waiting.first !== null && this.#nextMs() <= this.#clock.nowMs()) {
      const next = this.#waiting.take();
      if (next !== null) this.#go(next.request, next.listener);
    }
    this.#arm();
  }

  #go(request: OutgoingRequest, listener: ExchangeListener): void {
    const nowMs = this.#clock.nowMs();
    this.#organization?.sent(nowMs);
    if (this.allowance.sent(nowMs)) this.#trial = listener;
    this.#transport.send(request, listener);
  }

  #nextMs(): number {
    return Math.max(this.allowance.nextMs, this.#organization?.nextMs ?? Number.NEGATIVE_INFINITY);
  }

  #arm(): void {
    const nextMs = this.#nextMs();
    if (this.#waiting.first === null || nextMs === Number.POSITIVE_INFINITY || nextMs >= this.#armedMs) return;
    this.#armedMs = nextMs;
    this.#clock.at(nextMs, this);
  }
}
