import { Client } from 'undici';
import { endedByCancel, endedByTimeout } from './failures.ts';
import { type PlainTarget, PlainWire } from './http1/plainWire.ts';
import { connectorOf, parseBaseUrl, type TargetOptions } from './target.ts';
import { UndiciWire } from './undiciWire.ts';
import type { Wire, WireOwner } from './wire.ts';

/** Idle connections are closed after this long, earlier where the service says so (`Keep-Alive: timeout=…`). */
const idleMs = 15_000;
/** How often idle connections are looked for. */
const sweepMs = 1000;
/** Requests that share one HTTP/2 connection. */
const streamsPerConnection = 100;
/** The time to connect only cleans up behind the bound of the exchange, which is shorter. */
const connectGraceMs = 1000;

type Connector = ReturnType<typeof connectorOf>;

/** Makes the wires to one target, of the kind that its protocol needs, and knows them all until they are closed. */
export class Wires implements WireOwner {
  readonly #wires = new Set<Wire>();
  readonly #make: () => Wire;
  #sockets = 0;
  #sweep: NodeJS.Timeout | null = null;

  /**
   * @param mayShare whether requests of several wires may go over one HTTP/2 connection.
   * @throws ToolError PROFILE when the base URL or the CA file is no good.
   */
  constructor(options: TargetOptions, mayShare: boolean) {
    const { origin } = parseBaseUrl(options.baseUrl);
    // Read in any case: a CA file that is no good must not wait for the day on which it is needed.
    const connect = connectorOf(options, options.timeoutMs + connectGraceMs);
    this.#make = origin.startsWith('https:')
      ? this.#secureWires(origin, options.http2, connect, mayShare)
      : this.#plainWires(origin, options);
  }

  /** Connections open now. */
  get sockets(): number {
    return this.#sockets;
  }

  make(): Wire {
    const wire = this.#make();
    this.#wires.add(wire);
    this.#sweep ??= setInterval(() => this.#closeIdle(), sweepMs).unref();
    return wire;
  }

  /** Closes a wire that nobody will use again. */
  discard(wire: Wire): void {
    this.#wires.delete(wire);
    void wire.destroy(endedByTimeout);
  }

  /** Closes all; requests under way end as cancelled. */
  async close(): Promise<void> {
    if (this.#sweep !== null) clearInterval(this.#sweep);
    const wires = [...this.#wires];
    this.#wires.clear();
    await Promise.all(wires.map((wire) => wire.destroy(endedByCancel)));
  }

  onConnect(): void {
    this.#sockets++;
  }

  onDisconnect(): void {
    this.#sockets--;
  }

  #closeIdle(): void {
    const nowMs = performance.now();
    for (const wire of this.#wires) wire.closeIdle(nowMs);
  }

  #plainWires(origin: string, { timeoutMs }: TargetOptions): () => Wire {
    const { hostname, port, host } = new URL(origin);
    const to: PlainTarget = {
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || defaultPort),
      host,
      connectTimeoutMs: timeoutMs + connectGraceMs,
      idleMs,
    };
    return () => new PlainWire(to, this);
  }

  /** Over HTTP/1.1 a client for each wire, over HTTP/2 one for as many as may share it. */
  #secureWires(origin: string, http2: boolean, connect: Connector, mayShare: boolean): () => Wire {
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
      return new UndiciWire(client, isShared);
    };
  }
}

const defaultPort = 80;
