import type { Exchange, Failure } from '../result/exchange.ts';
import type { ReadBody } from './bodyForm.ts';
import type { BodyReader } from './bodyReader.ts';
import { arrivedMs } from './eventLoopTurn.ts';
import { type ExchangeEnded, endedBySize, failureOf, type Progress } from './failures.ts';
import type { AnswerListener, Connection, ConnectionEvents, ExchangeListener, OutgoingRequest } from './transport.ts';
import { Suffering } from './transport.ts';

/** Who keeps a slot: the transport. */
export interface SlotOwner {
  readonly prefix: string;
  readonly maxBodyBytes: number;
  readonly bodies: BodyReader;
  readonly answers: AnswerListener;
  /** The slot's exchange is over and the slot may be used again; called before the listener hears of the exchange. */
  onSlotFree(slot: RequestSlot): void;
  /** As `onSlotFree`, of a slot that must not be used again. */
  onSlotLost(slot: RequestSlot): void;
}

const noBytes = Buffer.alloc(0);
const noBody: ReadBody = { text: '', json: undefined, repeat: null, varied: null };
const noHeaders: readonly string[] = Object.freeze([]);

/**
 * One request at a time over one connection, and what becomes of it: an exchange. One object for all requests in turn, so
 * that a request costs no handler, no closure and no promise. The members `earlier`, `later` and `deadlineMs` belong to
 * the owner's list of requests under way.
 */
export class RequestSlot implements ConnectionEvents {
  earlier: RequestSlot | null = null;
  later: RequestSlot | null = null;
  deadlineMs = 0;
  connection: Connection;

  readonly #owner: SlotOwner;
  #abandoned: ExchangeEnded | null = null;
  #request: OutgoingRequest | null = null;
  #listener: ExchangeListener | null = null;
  #sentMs = Number.NaN;
  #firstByteMs = Number.NaN;
  #httpStatus = 0;
  #headers = noHeaders;
  /** The body: a view of what was read where it came in one piece, else what has come so far, and room for more. */
  #body: Buffer = noBytes;
  #bytes = 0;
  /** `Content-Length`, `NaN` without one. */
  #announcedBytes = Number.NaN;
  /** When the last exchange ended; 0 before the first. */
  #freeSinceMs = 0;
  #idleMs = 0;
  /** What is done to the request on purpose. */
  #suffering: Suffering | null = null;

  constructor(owner: SlotOwner, connection: Connection) {
    this.#owner = owner;
    this.connection = connection;
  }

  get busy(): boolean {
    return this.#listener !== null;
  }

  get progress(): Progress {
    if (this.#httpStatus !== 0) return 'head';
    return Number.isNaN(this.#sentMs) ? 'unsent' : 'sent';
  }

  dispatch(request: OutgoingRequest, listener: ExchangeListener): void {
    this.#request = request;
    this.#listener = listener;
    const prefix = this.#owner.prefix;
    this.connection.send(request, prefix === '' ? request.path : prefix + request.path, this);
  }

  /** Ends the exchange from this side. Only for a request whose `progress` is beyond `unsent`. */
  abort(reason: ExchangeEnded): void {
    this.connection.abort(reason);
  }

  /**
   * Ends an exchange whose request still waits within a shared connection. That lets go of it only when its turn comes, so
   * this slot is never free again.
   */
  abandon(reason: ExchangeEnded): void {
    const failure = failureOf(reason, 'unsent');
    this.#abandoned = reason;
    this.#finish(performance.now(), failure, noBody);
  }

  onSent(): void {
    if (this.#abandoned !== null) {
      this.connection.abort(this.#abandoned);
      return;
    }
    this.#sentMs = performance.now();
    this.#idleMs = this.#freeSinceMs === 0 ? 0 : this.#sentMs - this.#freeSinceMs;
    const mishap = this.#request?.mishap ?? null;
    if (mishap !== null) this.#suffering = new Suffering(mishap, this.connection);
  }

  onFirstByte(): void {
    this.#firstByteMs = Math.max(this.#sentMs, arrivedMs());
  }

  onHead(httpStatus: number, headers: readonly string[], announcedBytes: number): void {
    this.#httpStatus = httpStatus;
    this.#headers = headers;
    this.#announcedBytes = announcedBytes;
    if (Number.isNaN(this.#firstByteMs)) this.onFirstByte();
  }

  onData(chunk: Buffer): void {
    if (this.#suffering?.onData() === 'cut') return;
    const before = this.#bytes;
    this.#bytes += chunk.length;
    if (this.#bytes > this.#owner.maxBodyBytes) {
      this.#bytes = before;
      this.connection.abort(endedBySize);
      return;
    }
    // A chunk that is the whole body is read before the socket is; any other one must outlast its turn.
    if (before === 0 && this.#bytes === this.#announcedBytes) this.#body = chunk;
    else {
      if (this.#bytes > this.#body.length) this.#body = grown(this.#body, before, this.#bytes);
      chunk.copy(this.#body, before);
    }
  }

  onEnd(): void {
    const endMs = Math.max(this.#firstByteMs, arrivedMs());
    const whole = this.#body.length === this.#bytes ? this.#body : this.#body.subarray(0, this.#bytes);
    let body = noBody;
    try {
      body = this.#owner.bodies.read(whole);
    } catch (defect) {
      throwLater(defect);
    }
    this.#finish(endMs, body.json === undefined ? 'not-json' : null, body);
  }

  onError(error: unknown): void {
    const endMs = performance.now();
    const failure = failureOf(error, this.progress);
    // The connection is not through with its own ending; and nobody hears of an exchange before "send" has returned.
    queueMicrotask(() =>
      this.#finish(endMs, failure, {
        text: this.#body.toString('utf8', 0, this.#bytes),
        json: undefined,
        repeat: null,
        varied: null,
      }),
    );
  }

  #finish(endMs: number, failure: Failure | null, body: ReadBody): void {
    const listener = this.#listener;
    const request = this.#request;
    if (listener === null || request === null) return;
    const exchange: Exchange = {
      endpoint: request.endpoint,
      method: request.method,
      path: request.path,
      requestBody: request.body,
      intendedMs: request.intendedMs,
      sentMs: this.#sentMs,
      firstByteMs: this.#firstByteMs,
      endMs,
      failure,
      httpStatus: this.#httpStatus,
      headers: this.#headers,
      bodyText: body.text,
      json: body.json,
      repeat: body.repeat,
      varied: body.varied,
      connectionIdleMs: this.#idleMs,
      traceparent: request.traceparent ?? null,
    };
    this.#freeSinceMs = endMs;
    this.#suffering?.end();
    this.#reset();
    if (this.#abandoned === null) this.#owner.onSlotFree(this);
    else this.#owner.onSlotLost(this);
    try {
      this.#owner.answers.onAnswer(listener, request, exchange);
      listener.onExchange(exchange);
    } catch (defect) {
      throwLater(defect);
    }
  }

  #reset(): void {
    this.#suffering = null;
    this.#request = null;
    this.#listener = null;
    this.#sentMs = Number.NaN;
    this.#firstByteMs = Number.NaN;
    this.#httpStatus = 0;
    this.#headers = noHeaders;
    this.#body = noBytes;
    this.#bytes = 0;
    this.#announcedBytes = Number.NaN;
  }
}

/** Within the connection it would be taken for a failed response: it must end the process as the defect that it is. */
function throwLater(defect: unknown): void {
  queueMicrotask(() => {
    throw defect;
  });
}

/** A buffer with room for `bytes` and as much again, the first `used` of `buffer` in it. */
function grown(buffer: Buffer, used: number, bytes: number): Buffer {
  const larger = Buffer.allocUnsafe(2 * bytes);
  buffer.copy(larger, 0, 0, used);
  return larger;
}
