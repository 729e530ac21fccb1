import type { IncomingHttpHeaders } from 'node:http';
import type { Client, Dispatcher } from 'undici';
import type { Connection, ConnectionEvents } from './connection.ts';
import type { OutgoingRequest } from './transport.ts';

/**
 * A connection over an undici client, for TLS and HTTP/2: the dispatch handler of each of its requests in turn, so that a
 * request costs no handler, no closure and no promise.
 */
export class UndiciConnection implements Connection, Dispatcher.DispatchHandler {
  readonly isShared: boolean;
  readonly client: Client;
  /** Taken apart by undici within `dispatch`, so one object serves for all requests. */
  readonly #options: Dispatcher.DispatchOptions;
  readonly #fixedHeaders: readonly string[];
  #events: ConnectionEvents | null = null;
  #controller: Dispatcher.DispatchController | null = null;

  /**
   * @param isShared whether other connections use the client too, over HTTP/2.
   * @param fixedHeaders sent with every request, names and values in turn.
   */
  constructor(client: Client, isShared: boolean, fixedHeaders: readonly string[]) {
    this.#fixedHeaders = fixedHeaders;
    this.client = client;
    this.isShared = isShared;
    // Not idempotent as undici means it: never sent twice by undici itself, and never behind another request's response.
    this.#options = { path: '/', method: 'GET', headers: [], body: null, idempotent: false, blocking: false };
  }

  send({ method, headers, body }: OutgoingRequest, path: string, events: ConnectionEvents): void {
    const options = this.#options;
    options.path = path;
    options.method = method;
    options.headers = (this.#fixedHeaders.length === 0 ? headers : [...this.#fixedHeaders, ...headers]) as string[];
    options.body = body;
    this.#events = events;
    this.client.dispatch(options, this);
  }

  abort(reason: Error): void {
    this.#controller?.abort(reason);
  }

  pauseReading(): void {
    this.#controller?.pause();
  }

  resumeReading(): void {
    this.#controller?.resume();
  }

  /** undici does so itself. */
  closeIdle(): void {}

  async destroy(reason: Error): Promise<void> {
    await this.client.destroy(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#events?.onSent();
  }

  onResponseStarted(): void {
    this.#events?.onFirstByte();
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    this.#events?.onHead(status, flat(headers), Number(headers['content-length']));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#events?.onData(chunk);
  }

  onResponseEnd(): void {
    this.#controller = null;
    this.#events?.onEnd();
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: unknown): void {
    this.#controller = null;
    this.#events?.onError(error);
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
