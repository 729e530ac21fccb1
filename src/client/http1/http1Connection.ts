import type { Socket } from 'node:net';
import { atEndOfTurn, isReading, readingBegins, readingEnds } from '../eventLoopTurn.ts';
import { endedByClose } from '../failures.ts';
import type { Connection, ConnectionEvents, ConnectionOwner, OutgoingRequest } from '../transport.ts';
import { headerLines, ProtocolError, requestHead } from './heads.ts';
import { openSocket, type SocketAddress } from './openSocket.ts';
import { isBlank, LostConnection, ResponseReader } from './responseReader.ts';

/** Where HTTP/1.1 goes. */
export interface Http1Target extends SocketAddress {
  /** What all requests begin with, as `fixedHead` makes it. */
  readonly fixedHead: string;
  /** An idle connection is closed after this long, earlier where the service says so. */
  readonly idleMs: number;
  /** Bound of a head. */
  readonly headBytes: number;
}

/** A connection that ended this soon after an answer was closed because of it, not for being idle. */
const closedByAnswerMs = 250;
const noHeaders: readonly string[] = [];
/** What a service may send to an idle connection that it closes (RFC 9110, 15.5.9). */
const idleNotice = /^HTTP\/1\.[01] 408 /;

/**
 * HTTP/1.1 over a connection of its own: what most runs send nearly everything over, so it is made for its
 * cost (`bench/README.md`). A request leaves in one write; those that answer what one turn of the event loop has read
 * leave together at its end, so that the service finds several at once.
 */
export class Http1Connection implements Connection {
  readonly isShared = false;
  readonly #to: Http1Target;
  readonly #owner: ConnectionOwner;
  readonly #response: ResponseReader;
  #socket: Socket | null = null;
  #isOpen = false;
  #request: OutgoingRequest | null = null;
  #path = '';
  #events: ConnectionEvents | null = null;
  #isSent = false;
  /** The headers that were sent last, and the lines that they are: a session has the same ones in most of its requests. */
  #headers = noHeaders;
  #lines: string;
  /** Answers that came over the socket. */
  #answers = 0;
  /** Whether bytes came that no request had asked for. */
  #gotUnasked = false;
  #idleSinceMs = 0;
  #idleMs: number;

  constructor(to: Http1Target, owner: ConnectionOwner) {
    this.#to = to;
    this.#owner = owner;
    this.#response = new ResponseReader(to.headBytes);
    this.#idleMs = to.idleMs;
    this.#lines = to.fixedHead;
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

  pauseReading(): void {
    this.#socket?.pause();
  }

  resumeReading(): void {
    this.#socket?.resume();
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
    let isCounted = false;
    this.#answers = 0;
    this.#socket = openSocket(this.#to, {
      onOpen: (socket) => {
        isCounted = true;
        this.#socket = socket;
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
      if (headers !== this.#headers) {
        this.#lines = this.#to.fixedHead + headerLines(headers);
        this.#headers = headers;
      }
      head = requestHead(method, this.#path, this.#lines, noHeaders, bodyBytes);
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
      const isNotice = isBlank(bytes, 0, length) || idleNotice.test(bytes.toString('latin1', 0, Math.min(length, 16)));
      if (!isNotice) this.#gotUnasked = true;
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
    const { behind, keepsAlive, idleSeconds } = this.#response;
    const idleMs = Math.min(this.#to.idleMs, (idleSeconds - 1) * 1000);
    // What is answered before it was sent as a whole would stand in the way of the next request (RFC 9112, 9.3).
    // Over TLS a request counts as unsent for a moment after it has left: there only a full buffer says so.
    const socket = this.#socket;
    const isUnsent =
      socket !== null && (this.#to.security === null ? socket.writableLength > 0 : socket.writableNeedDrain);
    this.#answers++;
    const mayBeKept = keepsAlive && this.#owner.keepsConnections;
    if (!mayBeKept || behind !== 'nothing' || isUnsent || idleMs <= 0) this.#drop();
    else {
      this.#idleSinceMs = performance.now();
      this.#idleMs = idleMs;
    }
    const hadUnasked = behind === 'more' || this.#gotUnasked;
    this.#gotUnasked = false;
    this.#finish();
    if (hadUnasked) events.onError(new ProtocolError('more than one answer to a request'));
    else events.onEnd();
  }

  #onLost(error: Error | null): void {
    const events = this.#events;
    const isConnecting = !this.#isOpen;
    const isWhole = error === null && this.#isSent && this.#response.endsByClose;
    if (events !== null && isWhole) this.#end(events);
    else if (this.#isSent && this.#isClosedBefore(error)) {
      this.#owner.onClosedByAnswer();
      this.#fail(endedByClose);
    } else if (this.#isSent || isConnecting) this.#fail(error ?? new LostConnection());
    else {
      if (performance.now() - this.#idleSinceMs < closedByAnswerMs) this.#owner.onClosedByAnswer();
      this.#drop();
    }
  }

  /**
   * Whether the service had closed the connection when the request was on its way: it carried an answer before, and ended
   * in order before a byte of this one. A service may close connections at any time (RFC 9112, 9.5).
   */
  #isClosedBefore(error: Error | null): boolean {
    if (this.#answers === 0 || this.#response.hasBegun) return false;
    return error === null || ('code' in error && error.code === 'EPIPE');
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
