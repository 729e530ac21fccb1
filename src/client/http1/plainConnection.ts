import type { Socket } from 'node:net';
import type { Connection, ConnectionEvents, ConnectionOwner } from '../connection.ts';
import { atEndOfTurn, isReading, readingBegins, readingEnds } from '../eventLoopTurn.ts';
import type { OutgoingRequest } from '../transport.ts';
import { plainSocket } from './plainSocket.ts';
import { requestHead } from './requestHead.ts';
import { LostConnection, ResponseReader } from './responseReader.ts';

/** Where plain HTTP/1.1 goes. */
export interface PlainTarget {
  readonly hostname: string;
  readonly port: number;
  /** The value of `Host`. */
  readonly host: string;
  readonly connectTimeoutMs: number;
  /** An idle connection is closed after this long, earlier where the service says so. */
  readonly idleMs: number;
}

/**
 * HTTP/1.1 without TLS over a connection of its own: what most runs send nearly everything over, so it is made for its
 * cost (`bench/README.md`). A request leaves in one write; those that answer what one turn of the event loop has read
 * leave together at its end, so that the service finds several at once.
 */
export class PlainConnection implements Connection {
  readonly isShared = false;
  readonly #to: PlainTarget;
  readonly #owner: ConnectionOwner;
  readonly #response = new ResponseReader();
  #socket: Socket | null = null;
  #isOpen = false;
  #request: OutgoingRequest | null = null;
  #path = '';
  #events: ConnectionEvents | null = null;
  #isSent = false;
  #idleSinceMs = 0;
  #idleMs: number;

  constructor(to: PlainTarget, owner: ConnectionOwner) {
    this.#to = to;
    this.#owner = owner;
    this.#idleMs = to.idleMs;
  }

  send(request: OutgoingRequest, path: string, events: ConnectionEvents): void {
    this.#request = request;
    this.#path = path;
    this.#events = events;
    if (isReading()) atEndOfTurn(this);
    else this.flush();
  }

  /** Writes the request that waits. */
  flush(): void {
    const request = this.#request;
    const events = this.#events;
    if (request === null || events === null || this.#isSent) return;
    this.closeIdle(performance.now());
    const socket = this.#socket;
    if (socket === null) this.#connect();
    else if (this.#isOpen) this.#write(socket, request, events);
  }

  abort(reason: Error): void {
    this.#fail(reason);
  }

  closeIdle(nowMs: number): void {
    if (this.#isOpen && !this.#isSent && nowMs - this.#idleSinceMs > this.#idleMs) this.#drop();
  }

  async destroy(reason: Error): Promise<void> {
    const socket = this.#socket;
    this.#fail(reason);
    if (socket !== null) await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  }

  #connect(): void {
    const { hostname, port, connectTimeoutMs } = this.#to;
    let isCounted = false;
    this.#socket = plainSocket(hostname, port, connectTimeoutMs, {
      onOpen: () => {
        isCounted = true;
        this.#owner.onConnect();
        this.#isOpen = true;
        this.#idleSinceMs = performance.now();
        this.#idleMs = this.#to.idleMs;
        this.flush();
      },
      onBytes: (bytes, length) => this.#onBytes(bytes, length),
      onLost: (socket, error) => {
        if (socket === this.#socket) this.#onLost(error);
      },
      onClosed: (socket) => {
        if (isCounted) this.#owner.onDisconnect();
        if (socket === this.#socket) this.#onLost(null);
      },
    });
  }

  #write(socket: Socket, { method, headers, body }: OutgoingRequest, events: ConnectionEvents): void {
    const bodyBytes = body === null ? null : Buffer.byteLength(body);
    let head: string;
    try {
      head = requestHead(method, this.#path, this.#to.host, headers, bodyBytes);
    } catch (error) {
      this.#finish();
      events.onError(error);
      return;
    }
    this.#isSent = true;
    events.onSent();
    if (body === null || bodyBytes === body.length) socket.write(head + (body ?? ''), 'latin1');
    else if (Buffer.byteLength(head) === head.length) socket.write(head + body, 'utf8');
    else socket.write(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]));
  }

  #onBytes(bytes: Buffer, length: number): void {
    const events = this.#events;
    if (events === null || !this.#isSent) {
      // Nobody has asked for it: what came next would be taken for the answer to something else.
      this.#drop();
      return;
    }
    readingBegins();
    try {
      // The body may have been too much for whoever reads it, and the request aborted.
      if (this.#response.read(bytes, length, events) && this.#events === events) this.#end(events);
    } catch (error) {
      this.#fail(error);
    } finally {
      readingEnds();
    }
  }

  #end(events: ConnectionEvents): void {
    const { hasMore, keepsAlive, idleSeconds } = this.#response;
    const idleMs = Math.min(this.#to.idleMs, (idleSeconds - 1) * 1000);
    // What is answered before it was sent as a whole would stand in the way of the next request (RFC 9112, 9.3).
    const isUnsent = (this.#socket?.writableLength ?? 0) > 0;
    if (!keepsAlive || hasMore || isUnsent || idleMs <= 0) this.#drop();
    else {
      this.#idleSinceMs = performance.now();
      this.#idleMs = idleMs;
    }
    this.#finish();
    events.onEnd();
  }

  #onLost(error: Error | null): void {
    const events = this.#events;
    const isConnecting = !this.#isOpen;
    const isWhole = error === null && this.#isSent && this.#response.endsByClose;
    if (events !== null && isWhole) this.#end(events);
    else if (this.#isSent || isConnecting) this.#fail(error ?? new LostConnection());
    else this.#drop();
  }

  #fail(reason: unknown): void {
    const events = this.#events;
    this.#drop();
    this.#finish();
    events?.onError(reason);
  }

  #finish(): void {
    this.#request = null;
    this.#events = null;
    this.#isSent = false;
    this.#response.reset();
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#isOpen = false;
    socket?.destroy();
  }
}
