import type { IncomingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import { isIP, Socket } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import type { buildConnector, Client, Dispatcher } from 'undici';
import { endedByTimeout } from './failures.ts';
import type { SocketAddress } from './http1/openSocket.ts';
import { authorityOf, openTunnel } from './http1/openSocket.ts';
import type { Connection, ConnectionEvents, OutgoingRequest } from './transport.ts';

type Undici = typeof import('undici');

let loaded: Undici | null = null;

/** undici, for HTTP/2: a fifth of what a thread takes to start, so it is loaded where HTTP/2 is spoken only. */
export function undici(): Undici {
  loaded ??= createRequire(import.meta.url)('undici') as Undici;
  return loaded;
}

/**
 * What undici connects with over TLS: one for all connections of a target, so that TLS sessions are resumed.
 *
 * @param address where connections lead; its `security` is there
 */
export function http2Connector({
  hostname,
  port,
  proxy,
  security,
  connectTimeoutMs,
  setUps,
}: SocketAddress): buildConnector.connector {
  const { context, insecure, serverName } = security ?? { context: null, insecure: false, serverName: hostname };
  const connect = undici().buildConnector({
    timeout: connectTimeoutMs,
    allowH2: true,
    preferH2: true,
    rejectUnauthorized: !insecure,
    checkServerIdentity: (_, certificate) => checkServerIdentity(serverName, certificate),
    ...(context === null ? {} : { secureContext: context }),
  });
  return (options, callback) => {
    const there = { ...options, hostname, port: String(port), servername: isIP(serverName) === 0 ? serverName : '' };
    const beganMs = performance.now();
    const secure = (httpSocket: Socket): void => {
      const connectedMs = performance.now();
      connect({ ...there, httpSocket }, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        setUps.onSetUp(connectedMs - beganMs, performance.now() - connectedMs);
        callback(null, socket);
      });
    };
    const onError = (error: Error): void => callback(error, null);
    if (proxy === null) openWay(hostname, port, connectTimeoutMs, secure, onError);
    else openTunnel(proxy, authorityOf(hostname, port), connectTimeoutMs, secure, onError);
  };
}

/** As `openTunnel`, without a proxy: TCP by itself, so that it is known how long each step took. */
function openWay(
  host: string,
  port: number,
  timeoutMs: number,
  onOpen: (socket: Socket) => void,
  onError: (error: Error) => void,
): void {
  const socket = new Socket().setNoDelay(true).setTimeout(timeoutMs, () => socket.destroy(endedByTimeout));
  socket.once('error', onError);
  socket.connect({ host, port }, () => {
    socket.removeListener('error', onError);
    socket.setTimeout(0);
    onOpen(socket);
  });
}

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
