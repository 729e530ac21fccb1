import { randomFillSync } from 'node:crypto';
import type { OutgoingRequest } from './transport.ts';

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
