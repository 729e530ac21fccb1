import type { ExchangeListener, OutgoingRequest } from './transport.ts';

/** A request that waits for a free connection. */
export interface QueuedRequest {
  readonly request: OutgoingRequest;
  readonly listener: ExchangeListener;
  readonly deadlineMs: number;
}

/** Freed places at the front are cut off when there are this many, so that taking stays cheap. */
const compactAt = 1024;

/** Requests that wait for a free connection, first come first served. */
export class RequestQueue {
  #waiting: (QueuedRequest | null)[] = [];
  #front = 0;

  get size(): number {
    return this.#waiting.length - this.#front;
  }

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
}
