import type { EndpointId } from '../contract/endpoints.ts';
import type { Exchange } from '../result/exchange.ts';
import { endedByMishap } from './failures.ts';

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
  /**
   * Cancels what is under way (its listeners hear failure `cancelled`) and closes all connections. One that was given up
   * shortly before may close a moment later.
   */
  close(): Promise<void>;
}

/** Sends a request by itself, as a listener that sends no other. Never rejects: every end is an exchange. */
export function sendOnce(transport: Transport, request: OutgoingRequest): Promise<Exchange> {
  return new Promise((resolve) => {
    const listener: ExchangeListener = {
      onExchange: (exchange) => {
        transport.done(listener);
        resolve(exchange);
      },
    };
    transport.send(request, listener);
  });
}

/** Who hears of the end of every request, before its own listener does. */
export interface AnswerListener {
  onAnswer(listener: ExchangeListener, request: OutgoingRequest, exchange: Exchange): void;
}

/** What happens to one request on its connection, in this order; `onEnd` or `onError` is the last, and comes once. */
export interface ConnectionEvents {
  /** The request goes out now; from here on `connection.abort` ends it. */
  onSent(): void;
  /** The first bytes of the answer are here. */
  onFirstByte(): void;
  /**
   * The head of the final response.
   *
   * @param headers names in lower case and values in turn, a repeated header once for each value.
   * @param announcedBytes `Content-Length`, `NaN` without one.
   */
  onHead(httpStatus: number, headers: readonly string[], announcedBytes: number): void;
  /**
   * A part of the body. Its bytes are valid during the call, and in `onEnd` where that comes of the same read: whoever
   * keeps them copies them.
   */
  onData(chunk: Buffer): void;
  onEnd(): void;
  /** The connection failed, or was aborted with this reason. Without `onSent`, the request never left. */
  onError(error: unknown): void;
}

/** What carries the requests of one slot, one at a time: a connection, or a share in one, made when it is needed. */
export interface Connection {
  /** Whether others send over the same connection: then no request that waits can be taken back by giving it up. */
  readonly isShared: boolean;
  /** Sends a request, `path` as it goes out. Nothing throws; `onSent` and `onError` may come within the call. */
  send(request: OutgoingRequest, path: string, events: ConnectionEvents): void;
  /** Ends the request that was sent: `onError` hears of `reason`. */
  abort(reason: Error): void;
  /** Reads nothing of the answer until `resumeReading`. */
  pauseReading(): void;
  resumeReading(): void;
  /** Closes a connection of its own that has been idle for long. */
  closeIdle(nowMs: number): void;
  /** Closes; a request under way hears of `reason`. */
  destroy(reason: Error): Promise<void>;
}

/** Who counts connections. */
export interface ConnectionOwner {
  /** Whether a connection may carry another request: a service may close each one after its answer without a word. */
  readonly keepsConnections: boolean;
  /** The service has closed a connection right after an answer, and had not said so. */
  onClosedByAnswer(): void;
  onConnect(): void;
  onDisconnect(): void;
}

/** Who hears how long connections took to be made. */
export interface SetUpListener {
  /**
   * @param connectMs until the way was open: TCP, and the answer of a proxy
   * @param handshakeMs of TLS, after it; `null` without
   */
  onSetUp(connectMs: number, handshakeMs: number | null): void;
}

/** A mishap as it happens to one request that was just sent over a connection. */
export class Suffering {
  readonly #mishap: Mishap;
  readonly #connection: Connection;
  #cut: NodeJS.Immediate | null = null;
  #pause: NodeJS.Timeout | null = null;

  constructor(mishap: Mishap, connection: Connection) {
    this.#mishap = mishap;
    this.#connection = connection;
    // The request is written within this turn; an answer is read in the next one at the earliest.
    if (mishap.kind === 'cut-when-sent') this.#cut = setImmediate(() => connection.abort(endedByMishap));
    if (mishap.kind === 'read-late') {
      connection.pauseReading();
      this.#pause = setTimeout(() => connection.resumeReading(), mishap.afterMs);
    }
  }

  /** A part of the answer is here. @returns `cut` when it is not to be read */
  onData(): 'cut' | 'goes on' {
    if (this.#mishap.kind !== 'cut-when-answered') return 'goes on';
    this.#connection.abort(endedByMishap);
    return 'cut';
  }

  /** The exchange is over: the next one over this connection suffers nothing. */
  end(): void {
    if (this.#cut !== null) clearImmediate(this.#cut);
    if (this.#pause === null) return;
    clearTimeout(this.#pause);
    this.#connection.resumeReading();
  }
}
