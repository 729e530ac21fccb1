import type { EndpointId } from '../contract/endpoints.ts';
import type { Exchange } from '../result/exchange.ts';

/** One request as it goes out. `headers` are names and values in turn, prebuilt per session where they can be. */
export interface OutgoingRequest {
  readonly endpoint: EndpointId;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path and query, relative to the base URL. */
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: string | null;
  /** When the schedule wanted it, ms of the monotonic clock. */
  readonly intendedMs: number;
  /** What is done to it on purpose; absent or `null` for nothing. */
  readonly mishap?: Mishap | null;
  /** Its header of that name, where the target is sent one. */
  readonly traceparent?: string;
}

/**
 * Bad luck of one request: its connection is cut as soon as it was sent, or when the answer begins to arrive (both end as
 * `cancelled`), or nothing of the answer is read for some time, which widens the bound of the exchange.
 */
export type Mishap =
  | { readonly kind: 'cut-when-sent' | 'cut-when-answered' }
  | { readonly kind: 'read-late'; readonly afterMs: number };

/** Who hears of the end of a request: an object with one method, so that the hot path makes no closures. */
export interface ExchangeListener {
  onExchange(exchange: Exchange): void;
}

/**
 * Sends requests to one target over HTTP; tests and the soak benchmark use a simulated one.
 * `send` never throws for what the network or the service does: every end is an exchange, exactly one per request,
 * and never before `send` has returned. A listener has one request under way at a time, and may
 * send the next while it hears of an exchange.
 */
export interface Transport {
  send(request: OutgoingRequest, listener: ExchangeListener): void;
  /**
   * `listener` sends no more: where each respondent has a connection of its own, its connection is closed. Calling it
   * for a listener that never sent, or twice, does nothing.
   */
  done(listener: ExchangeListener): void;
  /** Connections open now, for self-observation. */
  readonly sockets: number;
  /** Requests that wait for a free connection now, for self-observation. */
  readonly waiting: number;
  /**
   * Cancels what is under way (its listeners hear failure `cancelled`) and closes all connections. One that was given up
   * shortly before may close a moment later.
   */
  close(): Promise<void>;
}
