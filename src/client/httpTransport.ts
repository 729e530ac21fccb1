import { Client } from 'undici';
import type { Exchange, Failure } from '../result/exchange.ts';
import { BodyReader } from './bodyReader.ts';
import { ConnectionSlot, type SlotOwner } from './connectionSlot.ts';
import { endedByCancel, endedByTimeout } from './failures.ts';
import { connectorOf, parseBaseUrl, type TargetOptions } from './target.ts';
import type { ExchangeListener, OutgoingRequest, Transport } from './transport.ts';
import { Underway } from './underway.ts';
import { WaitingLine, type WaitingRequest } from './waitingLine.ts';

/** Idle connections are closed after this long, earlier where the service says so (`Keep-Alive: timeout=…`). */
const idleMs = 15_000;
/** Requests that share one HTTP/2 connection. */
const streamsPerConnection = 100;

/**
 * The transport to a real service, on undici. `shared` connections are kept in a free list, newest on top, so that the
 * cost of a request does not grow with their number; what finds none free waits in line. Redirects are not followed.
 *
 * @throws ToolError PROFILE when the base URL or the CA file is no good.
 */
export function createTransport(options: TargetOptions): Transport {
  return new HttpTransport(options);
}

class HttpTransport implements Transport, SlotOwner {
  readonly prefix: string;
  readonly maxBodyBytes: number;
  readonly bodies = new BodyReader();
  readonly #options: TargetOptions;
  readonly #origin: string;
  readonly #clientOptions: Client.Options;
  /** Idle slots; more are made while `#made` is below the limit. */
  readonly #free: ConnectionSlot[] = [];
  readonly #own: Map<ExchangeListener, ConnectionSlot> | null;
  readonly #limit: number;
  #made = 0;
  readonly #sharedClients: Client[] = [];
  readonly #clients = new Set<Client>();
  readonly #underway = new Underway();
  readonly #line = new WaitingLine();
  #guard: NodeJS.Timeout | null = null;
  #sockets = 0;
  #closed = false;
  readonly #onConnect = () => {
    this.#sockets++;
  };
  readonly #onDisconnect = () => {
    this.#sockets--;
  };

  constructor(options: TargetOptions) {
    const { origin, prefix } = parseBaseUrl(options.baseUrl);
    this.prefix = prefix;
    this.maxBodyBytes = options.maxBodyBytes;
    this.#options = options;
    this.#origin = origin;
    this.#limit = options.connections.mode === 'shared' ? options.connections.max : Number.POSITIVE_INFINITY;
    this.#own = options.connections.mode === 'perRespondent' ? new Map() : null;
    this.#clientOptions = {
      connect: connectorOf(options),
      allowH2: options.http2,
      // One at a time: the requests that follow the responses of a turn then go out together at its end, which is cheaper.
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: idleMs,
    };
  }

  get sockets(): number {
    return this.#sockets;
  }

  get waiting(): number {
    return this.#line.size;
  }

  send(request: OutgoingRequest, listener: ExchangeListener): void {
    const deadlineMs = performance.now() + this.#options.timeoutMs;
    if (this.#closed) {
      queueMicrotask(() => listener.onExchange(unsent(request, 'cancelled')));
      return;
    }
    if (this.#guard === null) this.#guardUntil(deadlineMs);
    const slot = this.#own === null ? this.#freeSlot() : this.#ownSlot(this.#own, listener);
    if (slot === null) this.#line.add({ request, listener, deadlineMs });
    else this.#start(slot, request, listener, deadlineMs);
  }

  done(listener: ExchangeListener): void {
    const slot = this.#own?.get(listener);
    if (slot === undefined || slot.busy) return;
    this.#own?.delete(listener);
    this.#discard(slot.client);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#guard !== null) clearTimeout(this.#guard);
    for (let first = this.#line.take(); first !== null; first = this.#line.take()) deliverUnsent(first, 'cancelled');
    const clients = [...this.#clients];
    this.#clients.clear();
    await Promise.all(clients.map((client) => client.destroy(endedByCancel)));
  }

  onSlotFree(slot: ConnectionSlot): void {
    this.#underway.remove(slot);
    if (this.#closed || this.#own !== null) return;
    const next = this.#line.take();
    if (next === null) this.#free.push(slot);
    else this.#start(slot, next.request, next.listener, next.deadlineMs);
  }

  onSlotLost(slot: ConnectionSlot): void {
    this.#underway.remove(slot);
    this.#made--;
    const next = this.#closed ? null : this.#line.take();
    if (next !== null) this.#start(this.#newSlot(), next.request, next.listener, next.deadlineMs);
  }

  #start(slot: ConnectionSlot, request: OutgoingRequest, listener: ExchangeListener, deadlineMs: number): void {
    slot.deadlineMs = deadlineMs;
    this.#underway.add(slot);
    slot.dispatch(request, listener);
  }

  #freeSlot(): ConnectionSlot | null {
    const slot = this.#free.pop();
    if (slot !== undefined) return slot;
    return this.#made < this.#limit ? this.#newSlot() : null;
  }

  #ownSlot(own: Map<ExchangeListener, ConnectionSlot>, listener: ExchangeListener): ConnectionSlot {
    const kept = own.get(listener);
    if (kept !== undefined) return kept;
    const slot = this.#newSlot();
    own.set(listener, slot);
    return slot;
  }

  #newSlot(): ConnectionSlot {
    this.#made++;
    return new ConnectionSlot(this, this.#clientForNext());
  }

  /** Over HTTP/1.1 a client of its own, over HTTP/2 one that it shares. */
  #clientForNext(): Client {
    if (!this.#options.http2 || this.#own !== null) return this.#newClient();
    const shared = this.#sharedClients[Math.floor((this.#made - 1) / streamsPerConnection)] ?? this.#newClient();
    if (!this.#sharedClients.includes(shared)) this.#sharedClients.push(shared);
    return shared;
  }

  #newClient(): Client {
    const client = new Client(this.#origin, this.#clientOptions);
    client.on('connect', this.#onConnect);
    client.on('disconnect', this.#onDisconnect);
    this.#clients.add(client);
    return client;
  }

  #discard(client: Client): void {
    this.#clients.delete(client);
    void client.destroy(endedByTimeout);
  }

  #guardUntil(deadlineMs: number): void {
    this.#guard = setTimeout(() => this.#endOverdue(), Math.max(1, deadlineMs - performance.now()));
  }

  #endOverdue(): void {
    this.#guard = null;
    const nowMs = performance.now();
    for (let slot = this.#underway.oldest; slot !== null && slot.deadlineMs <= nowMs; slot = this.#underway.oldest) {
      this.#underway.remove(slot);
      this.#endOverdueSlot(slot);
    }
    for (let first = this.#line.first; first !== null && first.deadlineMs <= nowMs; first = this.#line.first) {
      this.#line.take();
      deliverUnsent(first, 'connect-timeout');
    }
    const nextMs = Math.min(this.#underway.oldest?.deadlineMs ?? Infinity, this.#line.first?.deadlineMs ?? Infinity);
    if (nextMs !== Infinity) this.#guardUntil(nextMs);
  }

  #endOverdueSlot(slot: ConnectionSlot): void {
    if (slot.progress !== 'unsent') slot.abort(endedByTimeout);
    else if (this.#sharedClients.includes(slot.client)) slot.abandon(endedByTimeout);
    else {
      // Still connecting: the request is taken back by giving up its client, and nobody else waits on that.
      const stuck = slot.client;
      slot.client = this.#newClient();
      this.#discard(stuck);
    }
  }
}

function deliverUnsent(waiting: WaitingRequest, failure: Failure): void {
  waiting.listener.onExchange(unsent(waiting.request, failure));
}

function unsent(request: OutgoingRequest, failure: Failure): Exchange {
  return {
    endpoint: request.endpoint,
    method: request.method,
    path: request.path,
    requestBody: request.body,
    intendedMs: request.intendedMs,
    sentMs: Number.NaN,
    firstByteMs: Number.NaN,
    endMs: performance.now(),
    failure,
    httpStatus: 0,
    headers: [],
    bodyText: '',
    json: undefined,
  };
}
