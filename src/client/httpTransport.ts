import type { Exchange, Failure } from '../result/exchange.ts';
import { BodyReader } from './bodyReader.ts';
import { ConnectionSlot, type SlotOwner } from './connectionSlot.ts';
import { endedByTimeout } from './failures.ts';
import { parseBaseUrl, type TargetOptions } from './target.ts';
import type { ExchangeListener, OutgoingRequest, Transport } from './transport.ts';
import { Underway } from './underway.ts';
import { WaitingLine, type WaitingRequest } from './waitingLine.ts';
import { Wires } from './wires.ts';

/**
 * The transport to a real service. `shared` connections are kept in a free list, newest on top, so that the
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
  readonly #wires: Wires;
  /** Idle slots; more are made while `#made` is below the limit. */
  readonly #free: ConnectionSlot[] = [];
  readonly #own: Map<ExchangeListener, ConnectionSlot> | null;
  readonly #limit: number;
  #made = 0;
  readonly #underway = new Underway();
  readonly #line = new WaitingLine();
  #guard: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(options: TargetOptions) {
    const isShared = options.connections.mode === 'shared';
    this.prefix = parseBaseUrl(options.baseUrl).prefix;
    this.maxBodyBytes = options.maxBodyBytes;
    this.#options = options;
    this.#wires = new Wires(options, isShared);
    this.#limit = options.connections.mode === 'shared' ? options.connections.max : Number.POSITIVE_INFINITY;
    this.#own = isShared ? null : new Map();
  }

  get sockets(): number {
    return this.#wires.sockets;
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
    this.#wires.discard(slot.wire);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#guard !== null) clearTimeout(this.#guard);
    for (let first = this.#line.take(); first !== null; first = this.#line.take()) deliverUnsent(first, 'cancelled');
    await this.#wires.close();
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
    return new ConnectionSlot(this, this.#wires.make());
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
    else if (slot.wire.isShared) slot.abandon(endedByTimeout);
    else {
      // Still connecting: the request is taken back by giving up its wire, and nobody else waits on that.
      const stuck = slot.wire;
      slot.wire = this.#wires.make();
      this.#wires.discard(stuck);
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
