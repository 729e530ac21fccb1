import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { atEndOfTurn, type Flushable, isReading, readingBegins, readingEnds } from '../eventLoopTurn.ts';
import { openSocket, type SocketAddress } from '../http1/openSocket.ts';
import { LostConnection } from '../http1/responseReader.ts';
import type { Connection, ConnectionOwner } from '../transport.ts';
import { Http2Link } from './http2Link.ts';
import { fixedFields } from './requestFields.ts';

/** Where requests go over HTTP/2, and what all of them carry. */
export interface Http2Target extends SocketAddress {
  readonly host: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly idleMs: number;
  /** Bound of a head. */
  readonly headBytes: number;
}

/** A request that waits for its turn. */
export interface WaitingRequest {
  beginOn(link: Http2Link): void;
  /** The service has HTTP/1.1 only. */
  fallBack(plain: Connection): void;
  /** There is no connection. */
  onError(error: unknown): void;
}

/**
 * One way to a service for as many requests at once as it takes: a connection, made when it is needed, and another one
 * when the service closes it.
 */
export class Http2Session implements Flushable {
  readonly fixedFields: string;
  readonly #to: Http2Target;
  readonly #owner: ConnectionOwner;
  readonly #makePlain: () => Connection;
  #waiting: WaitingRequest[] = [];
  #link: Http2Link | null = null;
  /** Those that are open; others finish what they had begun. */
  readonly #sockets = new Set<Socket>();
  /** The one that is being opened. */
  #opening: Socket | null = null;
  #closed: Promise<unknown> | null = null;
  #isDue = false;
  #idleSinceMs = 0;

  /** @param makePlain a connection of HTTP/1.1, for a service that has nothing else */
  constructor(to: Http2Target, owner: ConnectionOwner, makePlain: () => Connection) {
    this.#to = to;
    this.#owner = owner;
    this.#makePlain = makePlain;
    this.fixedFields = fixedFields(to.host, to.headers);
  }

  send(connection: WaitingRequest): void {
    this.#waiting.push(connection);
    if (!isReading()) this.flush();
    else if (!this.#isDue) {
      this.#isDue = true;
      atEndOfTurn(this);
    }
  }

  /** Begins what waits, as far as there is room, and writes it at once. */
  flush(): void {
    this.#isDue = false;
    if (this.#waiting.length === 0) return;
    if (this.#link?.isGoing === true) this.#link = null;
    const link = this.#link;
    if (link === null) {
      this.#connect();
      return;
    }
    let begun = 0;
    while (begun < this.#waiting.length && link.hasRoom) this.#waiting[begun++]?.beginOn(link);
    this.#waiting.splice(0, begun);
    link.flush();
  }

  closeIdle(nowMs: number): void {
    if (this.#link?.isIdle === true && nowMs - this.#idleSinceMs > this.#to.idleMs) this.#link.end();
  }

  /** Closes what is open, once for all who ask. */
  close(): Promise<unknown> {
    const sockets = [...this.#sockets, ...(this.#opening === null ? [] : [this.#opening])];
    this.#closed ??= Promise.all(
      sockets.map((socket) => new Promise<void>((resolve) => socket.once('close', resolve))),
    );
    this.#waiting = [];
    for (const socket of sockets) socket.destroy();
    return this.#closed;
  }

  #connect(): void {
    if (this.#opening !== null) return;
    let link: Http2Link | null = null;
    const onLost = (socket: Socket, error: Error | null): void => {
      socket.destroy();
      if (link !== null) link.fail(error);
      else if (socket === this.#opening) this.#failWaiting(error ?? new LostConnection());
      this.flush();
    };
    this.#opening = openSocket(this.#to, {
      onOpen: (socket) => {
        this.#opening = null;
        this.#sockets.add(socket);
        this.#owner.onConnect();
        if (!(socket instanceof TLSSocket) || socket.alpnProtocol !== 'h2') {
          this.#fallBack(socket);
          return;
        }
        link = new Http2Link(socket, this.#to.headBytes);
        this.#link = link;
        this.#idleSinceMs = performance.now();
        socket.on('drain', () => this.flush());
        this.flush();
      },
      onBytes: (bytes, length) => {
        if (link === null) return;
        readingBegins();
        try {
          link.read(bytes, length);
        } catch (error) {
          link.fail(error);
        } finally {
          readingEnds();
        }
        if (link.isIdle) this.#idleSinceMs = performance.now();
        if (link.isIdle && link.isGoing) link.end();
        if (this.#waiting.length > 0) this.flush();
      },
      onLost,
      onClosed: (socket) => {
        if (this.#sockets.delete(socket)) this.#owner.onDisconnect();
        onLost(socket, null);
      },
    });
  }

  #failWaiting(error: Error): void {
    this.#opening = null;
    for (const connection of this.#take()) connection.onError(error);
  }

  #fallBack(socket: Socket): void {
    socket.destroy();
    for (const connection of this.#take()) connection.fallBack(this.#makePlain());
  }

  #take(): readonly WaitingRequest[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }
}
