import { randomFillSync } from 'node:crypto';
import type { Exchange, Failure } from '../result/exchange.ts';
import { BodyReader } from './bodyReader.ts';
import { clockWatch } from './clockWatch.ts';
import { ConnectionFactory } from './connectionFactory.ts';
import { endedByTimeout } from './failures.ts';
import { InFlightList, RequestQueue } from './pendingRequests.ts';
import { RequestSlot, type SlotOwner } from './requestSlot.ts';
import { parseBaseUrl, type TargetOptions } from './target.ts';
import type { AnswerListener, ExchangeListener, OutgoingRequest, SetUpListener, Transport } from './transport.ts';

/** A trace id of 16 bytes and a span id of 8. */
const bytesOfOne = 24;
const traceIdDigits = 32;
/** Random bytes are cheap in quantity only. */
const pooled = 256;

/**
 * Gives each request a W3C trace context of its own: a header `traceparent` whose ids are all chance, so that those of
 * other threads, machines and runs are others, and whose flag asks whoever heeds it to record the trace.
 */
export class TraceContexts {
  readonly #random = Buffer.allocUnsafe(pooled * bytesOfOne);
  #at = this.#random.length;

  /** The request with a header of its own. */
  on(request: OutgoingRequest): OutgoingRequest {
    const traceparent = this.#next();
    return { ...request, headers: [...request.headers, 'traceparent', traceparent], traceparent };
  }

  #next(): string {
    if (this.#at === this.#random.length) {
      randomFillSync(this.#random);
      this.#at = 0;
    }
    const ids = this.#random.toString('hex', this.#at, this.#at + bytesOfOne);
    this.#at += bytesOfOne;
    return `00-${ids.slice(0, traceIdDigits)}-${ids.slice(traceIdDigits)}-01`;
  }
}

/**
 * The transport to a real service. `shared` connections are kept in a free list, newest on top, so that the
 * cost of a request does not grow with their number; what finds none free waits in line. Redirects are not followed.
 *
 * @param setUps hears how long each connection took to be made
 * @param answers hears of the end of every request
 * @throws ToolError PROFILE when the base URL or the CA file is no good.
 */
export function createTransport(
  options: TargetOptions,
  setUps: SetUpListener = nobody,
  answers: AnswerListener = nobody,
): Transport {
  return new HttpTransport(options, setUps, answers);
}

/** Who asks neither. */
const nobody: SetUpListener & AnswerListener = { onSetUp: () => {}, onAnswer: () => {} };

class HttpTransport implements Transport, SlotOwner {
  readonly prefix: string;
  readonly maxBodyBytes: number;
  readonly bodies: BodyReader;
  readonly answers: AnswerListener;
  readonly #options: TargetOptions;
  readonly #connections: ConnectionFactory;
  /** Idle slots; more are made while `#made` is below the limit. */
  readonly #free: RequestSlot[] = [];
  readonly #own: Map<ExchangeListener, RequestSlot> | null;
  readonly #limit: number;
  readonly #traces: TraceContexts | null;
  #made = 0;
  readonly #inFlight = new InFlightList();
  readonly #queue = new RequestQueue();
  readonly #unwatch: () => void;
  #guard: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(options: TargetOptions, setUps: SetUpListener, answers: AnswerListener) {
    this.answers = answers;
    const isShared = options.connections.mode === 'shared';
    this.prefix = parseBaseUrl(options.baseUrl).prefix;
    this.maxBodyBytes = options.limits.bodyBytes;
    this.bodies = new BodyReader(options.limits.jsonDepth);
    this.#options = options;
    this.#connections = new ConnectionFactory(options, isShared, setUps);
    this.#limit = options.connections.mode === 'shared' ? options.connections.max : Number.POSITIVE_INFINITY;
    this.#own = isShared ? null : new Map();
    this.#traces = options.traceparent ? new TraceContexts() : null;
    this.#unwatch = clockWatch().onAway((countedMs) => this.#waitLonger(countedMs));
  }

  get sockets(): number {
    return this.#connections.sockets;
  }

  send(wanted: OutgoingRequest, listener: ExchangeListener): void {
    const request = this.#traces === null ? wanted : this.#traces.on(wanted);
    const { mishap = null } = request;
    const slowMs = mishap?.kind === 'read-late' ? mishap.afterMs : 0;
    const deadlineMs = performance.now() + this.#options.timeoutMs + slowMs;
    if (this.#closed) {
      queueMicrotask(() => this.#deliverUnsent(request, listener, 'cancelled'));
      return;
    }
    if (this.#guard === null) this.#guardUntil(deadlineMs);
    const slot = this.#own === null ? this.#freeSlot() : this.#ownSlot(this.#own, listener);
    if (slot === null) this.#queue.add({ request, listener, deadlineMs });
    else this.#start(slot, request, listener, deadlineMs);
  }

  done(listener: ExchangeListener): void {
    const slot = this.#own?.get(listener);
    if (slot === undefined || slot.busy) return;
    this.#own?.delete(listener);
    this.#connections.discard(slot.connection);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#unwatch();
    if (this.#guard !== null) clearTimeout(this.#guard);
    for (let first = this.#queue.take(); first !== null; first = this.#queue.take())
      this.#deliverUnsent(first.request, first.listener, 'cancelled');
    await this.#connections.close();
  }

  onSlotFree(slot: RequestSlot): void {
    this.#inFlight.remove(slot);
    if (this.#closed || this.#own !== null) return;
    const next = this.#queue.take();
    if (next === null) this.#free.push(slot);
    else this.#start(slot, next.request, next.listener, next.deadlineMs);
  }

  onSlotLost(slot: RequestSlot): void {
    this.#inFlight.remove(slot);
    this.#made--;
    const next = this.#closed ? null : this.#queue.take();
    if (next !== null) this.#start(this.#newSlot(), next.request, next.listener, next.deadlineMs);
  }

  #start(slot: RequestSlot, request: OutgoingRequest, listener: ExchangeListener, deadlineMs: number): void {
    slot.deadlineMs = deadlineMs;
    this.#inFlight.add(slot);
    slot.dispatch(request, listener);
  }

  #freeSlot(): RequestSlot | null {
    const slot = this.#free.pop();
    if (slot !== undefined) return slot;
    return this.#made < this.#limit ? this.#newSlot() : null;
  }

  #ownSlot(own: Map<ExchangeListener, RequestSlot>, listener: ExchangeListener): RequestSlot {
    const kept = own.get(listener);
    if (kept !== undefined) return kept;
    const slot = this.#newSlot();
    own.set(listener, slot);
    return slot;
  }

  #newSlot(): RequestSlot {
    this.#made++;
    return new RequestSlot(this, this.#connections.make());
  }

  #guardUntil(deadlineMs: number): void {
    this.#guard = setTimeout(() => this.#endOverdue(), Math.max(1, deadlineMs - performance.now()));
  }

  /** Nobody waits while this thread stands still: what was under way has so much longer. */
  #waitLonger(ms: number): void {
    this.#inFlight.postpone(ms);
    this.#queue.postpone(ms);
  }

  #endOverdue(): void {
    this.#guard = null;
    clockWatch().look();
    const nowMs = performance.now();
    for (let slot = this.#inFlight.oldest; slot !== null && slot.deadlineMs <= nowMs; slot = this.#inFlight.oldest) {
      this.#inFlight.remove(slot);
      this.#endOverdueSlot(slot);
    }
    for (let first = this.#queue.first; first !== null && first.deadlineMs <= nowMs; first = this.#queue.first) {
      this.#queue.take();
      this.#deliverUnsent(first.request, first.listener, 'connect-timeout');
    }
    const nextMs = Math.min(this.#inFlight.oldest?.deadlineMs ?? Infinity, this.#queue.first?.deadlineMs ?? Infinity);
    if (nextMs !== Infinity) this.#guardUntil(nextMs);
  }

  #deliverUnsent(request: OutgoingRequest, listener: ExchangeListener, failure: Failure): void {
    const exchange = unsent(request, failure);
    this.answers.onAnswer(listener, request, exchange);
    listener.onExchange(exchange);
  }

  #endOverdueSlot(slot: RequestSlot): void {
    if (slot.progress !== 'unsent') slot.abort(endedByTimeout);
    else if (slot.connection.isShared) slot.abandon(endedByTimeout);
    else {
      // Still connecting: the request is taken back by giving up its connection, and nobody else waits on that.
      const stuck = slot.connection;
      slot.connection = this.#connections.make();
      this.#connections.discard(stuck);
    }
  }
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
    traceparent: request.traceparent ?? null,
  };
}
