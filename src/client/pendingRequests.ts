import type { RequestSlot } from './requestSlot.ts';
import type { ExchangeListener, OutgoingRequest } from './transport.ts';

/** A request that waits for a free connection. */
export interface QueuedRequest {
  readonly request: OutgoingRequest;
  readonly listener: ExchangeListener;
  deadlineMs: number;
}

/** Freed places at the front are cut off when there are this many, so that taking stays cheap. */
const compactAt = 1024;

/** Requests that wait for a free connection, first come first served. */
export class RequestQueue {
  #waiting: (QueuedRequest | null)[] = [];
  #front = 0;

  get first(): QueuedRequest | null {
    return this.#waiting[this.#front] ?? null;
  }

  add(waiting: QueuedRequest): void {
    this.#waiting.push(waiting);
  }

  take(): QueuedRequest | null {
    const first = this.first;
    if (first === null) return null;
    this.#waiting[this.#front++] = null;
    if (this.#front === this.#waiting.length) {
      this.#waiting.length = 0;
      this.#front = 0;
    } else if (this.#front >= compactAt && this.#front * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#front);
      this.#front = 0;
    }
    return first;
  }

  /** Puts every deadline off. */
  postpone(ms: number): void {
    for (const waiting of this.#waiting) if (waiting !== null) waiting.deadlineMs += ms;
  }
}

/**
 * The slots whose requests are under way, oldest deadline first: a list threaded through the slots, so that starting
 * and ending a request costs a few assignments and no timer. All requests of a transport have the same bound, so new
 * ones nearly always belong at the end.
 */
export class InFlightList {
  #oldest: RequestSlot | null = null;
  #newest: RequestSlot | null = null;

  get oldest(): RequestSlot | null {
    return this.#oldest;
  }

  add(slot: RequestSlot): void {
    let earlier = this.#newest;
    while (earlier !== null && earlier.deadlineMs > slot.deadlineMs) earlier = earlier.earlier;
    const later = earlier === null ? this.#oldest : earlier.later;
    slot.earlier = earlier;
    slot.later = later;
    if (earlier === null) this.#oldest = slot;
    else earlier.later = slot;
    if (later === null) this.#newest = slot;
    else later.earlier = slot;
  }

  /** Puts every deadline off: their order stays. */
  postpone(ms: number): void {
    for (let slot = this.#oldest; slot !== null; slot = slot.later) slot.deadlineMs += ms;
  }

  remove(slot: RequestSlot): void {
    const { earlier, later } = slot;
    if (earlier !== null) earlier.later = later;
    else if (this.#oldest === slot) this.#oldest = later;
    if (later !== null) later.earlier = earlier;
    else if (this.#newest === slot) this.#newest = earlier;
    slot.earlier = null;
    slot.later = null;
  }
}
