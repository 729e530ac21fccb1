import { Client } from 'undici';
import type { Connection, ConnectionOwner } from './connection.ts';
import { endedByCancel, endedByTimeout } from './failures.ts';
import { PlainConnection, type PlainTarget } from './http1/plainConnection.ts';
import { connectorOf, parseBaseUrl, type TargetOptions } from './target.ts';
import { UndiciConnection } from './undiciConnection.ts';

/** Idle connections are closed after this long, earlier where the service says so (`Keep-Alive: timeout=…`). */
const idleMs = 15_000;
/** How often idle connections are looked for. */
const sweepMs = 1000;
/** Requests that share one HTTP/2 connection. */
const streamsPerConnection = 100;
/** The time to connect only cleans up behind the bound of the exchange, which is shorter. */
const connectGraceMs = 1000;

type Connector = ReturnType<typeof connectorOf>;

/** Makes the connections to one target, of the kind that its protocol needs, and knows them all until they are closed. */
export class ConnectionFactory implements ConnectionOwner {
  readonly #connections = new Set<Connection>();
  readonly #make: () => Connection;
  #sockets = 0;
  #sweep: NodeJS.Timeout | null = null;

  /**
   * @param mayShare whether requests of several connections may go over one HTTP/2 connection.
   * @throws ToolError PROFILE when the base URL or the CA file is no good.
   */
  constructor(options: TargetOptions, mayShare: boolean) {
    const { origin } = parseBaseUrl(options.baseUrl);
    // Read in any case: a CA file that is no good must not wait for the day on which it is needed.
    const connect = connectorOf(options, options.timeoutMs + connectGraceMs);
    this.#make = origin.startsWith('https:')
      ? this.#secureConnections(origin, options.http2, connect, mayShare)
      : this.#plainConnections(origin, options);
  }

  /** Connections open now. */
  get sockets(): number {
    return this.#sockets;
  }

  make(): Connection {
    const connection = this.#make();
    this.#connections.add(connection);
    this.#sweep ??= setInterval(() => this.#closeIdle(), sweepMs).unref();
    return connection;
  }

  /** Closes a connection that nobody will use again. */
  discard(connection: Connection): void {
    this.#connections.delete(connection);
    void connection.destroy(endedByTimeout);
  }

  /** Closes all; requests under way end as cancelled. */
  async close(): Promise<void> {
    if (this.#sweep !== null) clearInterval(this.#sweep);
    const connections = [...this.#connections];
    this.#connections.clear();
    await Promise.all(connections.map((connection) => connection.destroy(endedByCancel)));
  }

  onConnect(): void {
    this.#sockets++;
  }

  onDisconnect(): void {
    this.#sockets--;
  }

  #closeIdle(): void {
    const nowMs = performance.now();
    for (const connection of this.#connections) connection.closeIdle(nowMs);
  }

  #plainConnections(origin: string, { timeoutMs }: TargetOptions): () => Connection {
    const { hostname, port, host } = new URL(origin);
    const to: PlainTarget = {
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || defaultPort),
      host,
      connectTimeoutMs: timeoutMs + connectGraceMs,
      idleMs,
    };
    return () => new PlainConnection(to, this);
  }

  /** Over HTTP/1.1 a client for each connection, over HTTP/2 one for as many as may share it. */
  #secureConnections(origin: string, http2: boolean, connect: Connector, mayShare: boolean): () => Connection {
    const clientOptions: Client.Options = {
      connect,
      allowH2: http2,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: idleMs,
    };
    const isShared = http2 && mayShare;
    let client: Client | null = null;
    let users = 0;
    return () => {
      if (client === null || !isShared || users === streamsPerConnection) {
        users = 0;
        client = new Client(origin, clientOptions);
        client.on('connect', () => this.onConnect()).on('disconnect', () => this.onDisconnect());
      }
      users++;
      return new UndiciConnection(client, isShared);
    };
  }
}

const defaultPort = 80;
