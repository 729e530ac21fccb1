import type { IncomingHttpHeaders } from 'node:http';
import type { Client, Dispatcher } from 'undici';
import type { Exchange, Failure } from '../result/exchange.ts';
import { arrivedMs } from './arrival.ts';
import type { BodyReader, ReadBody } from './bodyReader.ts';
import { type ExchangeEnded, endedBySize, failureOf, type Progress } from './failures.ts';
import type { ExchangeListener, OutgoingRequest } from './transport.ts';

/** Who keeps a slot: the transport. */
export interface SlotOwner {
  readonly prefix: string;
  readonly maxBodyBytes: number;
  readonly bodies: BodyReader;
  /** The slot's exchange is over and the slot may be used again; called before the listener hears of the exchange. */
  onSlotFree(slot: ConnectionSlot): void;
  /** As `onSlotFree`, of a slot that must not be used again. */
  onSlotLost(slot: ConnectionSlot): void;
}

const noBytes = Buffer.alloc(0);
const noBody: ReadBody = { text: '', json: undefined, repeat: null };
const noHeaders: readonly string[] = Object.freeze([]);

/**
 * One request at a time over one undici client: the dispatch handler of each request in turn, so that a request costs
 * no handler, no closure and no promise. The members `earlier`, `later` and `deadlineMs` belong to the owner's list of
 * requests under way.
 */
export class ConnectionSlot implements Dispatcher.DispatchHandler {
  earlier: ConnectionSlot | null = null;
  later: ConnectionSlot | null = null;
  deadlineMs = 0;
  client: Client;

  readonly #owner: SlotOwner;
  /** Taken apart by undici within `dispatch`, so one object serves for all requests. */
  readonly #options: Dispatcher.DispatchOptions;
  #abandoned: ExchangeEnded | null = null;
  #request: OutgoingRequest | null = null;
  #listener: ExchangeListener | null = null;
  #controller: Dispatcher.DispatchController | null = null;
  #sentMs = Number.NaN;
  #firstByteMs = Number.NaN;
  #httpStatus = 0;
  #headers: IncomingHttpHeaders | null = null;
  /** The body where it came in one piece, else its pieces. */
  #whole: Buffer = noBytes;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  /** `Content-Length`, `NaN` without one. */
  #announcedBytes = Number.NaN;
  /** When the last exchange ended; 0 before the first. */
  #freeSinceMs = 0;
  #idleMs = 0;

  constructor(owner: SlotOwner, client: Client) {
    this.#owner = owner;
    this.client = client;
    // Not idempotent as undici means it: never sent twice by undici itself, and never behind another request's response.
    this.#options = { path: '/', method: 'GET', headers: [], body: null, idempotent: false, blocking: false };
  }

  get busy(): boolean {
    return this.#listener !== null;
  }

  get listener(): ExchangeListener | null {
    return this.#listener;
  }

  get progress(): Progress {
    if (this.#httpStatus !== 0) return 'head';
    return this.#controller === null ? 'unsent' : 'sent';
  }

  dispatch(request: OutgoingRequest, listener: ExchangeListener): void {
    this.#request = request;
    this.#listener = listener;
    const options = this.#options;
    const prefix = this.#owner.prefix;
    options.path = prefix === '' ? request.path : prefix + request.path;
    options.method = request.method;
    options.headers = request.headers as string[];
    options.body = request.body;
    this.client.dispatch(options, this);
  }

  /** Ends the exchange from this side. Only for a request whose `progress` is beyond `unsent`. */
  abort(reason: ExchangeEnded): void {
    this.#controller?.abort(reason);
  }

  /**
   * Ends an exchange whose request still waits within undici. undici lets go of it only when its turn comes, so this
   * slot is never free again.
   */
  abandon(reason: ExchangeEnded): void {
    const failure = failureOf(reason, 'unsent');
    this.#abandoned = reason;
    this.#finish(performance.now(), failure, noBody);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#abandoned !== null) {
      controller.abort(this.#abandoned);
      return;
    }
    this.#controller = controller;
    this.#sentMs = performance.now();
    this.#idleMs = this.#freeSinceMs === 0 ? 0 : this.#sentMs - this.#freeSinceMs;
  }

  onResponseStarted(): void {
    this.#firstByteMs = Math.max(this.#sentMs, arrivedMs());
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    this.#httpStatus = status;
    this.#headers = headers;
    this.#announcedBytes = Number(headers['content-length']);
    if (Number.isNaN(this.#firstByteMs)) this.onResponseStarted();
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#owner.maxBodyBytes) controller.abort(endedBySize);
    // A chunk that is the whole body is read before the socket is; any other one must outlast its turn.
    else if (this.#bytes === this.#announcedBytes && this.#chunks.length === 0) this.#whole = chunk;
    else this.#chunks.push(Buffer.from(chunk));
  }

  onResponseEnd(): void {
    const endMs = Math.max(this.#firstByteMs, arrivedMs());
    const body = this.#owner.bodies.read(this.#body());
    this.#finish(endMs, body.json === undefined ? 'not-json' : null, body);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: unknown): void {
    const endMs = performance.now();
    const failure = failureOf(error, this.progress);
    // undici must not be entered again from here: it asserts that a failed client holds no request.
    queueMicrotask(() =>
      this.#finish(endMs, failure, { text: this.#body().toString('utf8'), json: undefined, repeat: null }),
    );
  }

  #body(): Buffer {
    return this.#chunks.length === 0 ? this.#whole : Buffer.concat(this.#chunks);
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
      headers: this.#headers === null ? noHeaders : flat(this.#headers),
      bodyText: body.text,
      json: body.json,
      repeat: body.repeat,
      connectionIdleMs: this.#idleMs,
    };
    this.#freeSinceMs = endMs;
    this.#reset();
    if (this.#abandoned === null) this.#owner.onSlotFree(this);
    else this.#owner.onSlotLost(this);
    try {
      listener.onExchange(exchange);
    } catch (defect) {
      // Within undici it would be taken for a failed response: it must end the process as the defect that it is.
      queueMicrotask(() => {
        throw defect;
      });
    }
  }

  #reset(): void {
    this.#request = null;
    this.#listener = null;
    this.#controller = null;
    this.#sentMs = Number.NaN;
    this.#firstByteMs = Number.NaN;
    this.#httpStatus = 0;
    this.#headers = null;
    this.#whole = noBytes;
    if (this.#chunks.length > 0) this.#chunks.length = 0;
    this.#bytes = 0;
    this.#announcedBytes = Number.NaN;
  }
}

/** Header names and values in turn; a repeated header once for each of its values. */
function flat(headers: IncomingHttpHeaders): string[] {
  const result: string[] = [];
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'string') result.push(name, value);
    else if (value !== undefined) for (const one of value) result.push(name, one);
  }
  return result;
}
