import { type Exchange, serviceUs, traceIdOf } from '../../result/exchange.ts';
import { type SlowExchange, slowestKept } from '../../result/slowest.ts';

/** A shorter silence is the space between two answers. */
const shortestMs = 20;
/** The latest that are known: more than a request lasts through. */
const mostKept = 64;

/** The times in which no exchange of a thread ended: what a pause of the service, or of the generator, looks like. */
export class Silences {
  #lastEndMs = Number.NaN;
  readonly #begins = new Float64Array(mostKept).fill(Number.NaN);
  readonly #ends = new Float64Array(mostKept).fill(Number.NaN);
  #at = 0;

  /** An exchange has ended at this instant. On the hot path. */
  exchangeEnded(endMs: number): void {
    if (endMs - this.#lastEndMs > shortestMs) {
      this.#begins[this.#at] = this.#lastEndMs;
      this.#ends[this.#at] = endMs;
      this.#at = (this.#at + 1) % mostKept;
    }
    this.#lastEndMs = endMs;
  }

  /** The longest of the latest silences, as far as it lies between two instants, ms; 0 where there was none. */
  longestMs(fromMs: number, toMs: number): number {
    let longestMs = 0;
    for (let at = 0; at < mostKept; at++) {
      const begin = Math.max(fromMs, this.#begins[at] ?? Number.NaN);
      const end = Math.min(toMs, this.#ends[at] ?? Number.NaN);
      if (end - begin > longestMs) longestMs = end - begin;
    }
    return longestMs;
  }
}

/**
 * The slowest exchanges of one endpoint: handed over as they come, those alone that are among the slowest so far, so that
 * a long run tells few of them.
 */
export class SlowExchanges {
  readonly #silences: Silences;
  /** The latencies kept, shortest first. */
  readonly #kept: number[] = [];
  #fresh: SlowExchange[] = [];
  /** What is not slower is not kept. */
  #floorUs = Number.NEGATIVE_INFINITY;

  /** @param silences of the thread, which have heard of an exchange before it is added. */
  constructor(silences: Silences) {
    this.#silences = silences;
  }

  /** On the hot path: nearly always a comparison. */
  add(experiencedUs: number, exchange: Exchange): void {
    if (experiencedUs > this.#floorUs) this.#keep(experiencedUs, exchange);
  }

  /** Those that came since the last call. */
  take(): SlowExchange[] {
    const fresh = this.#fresh;
    if (fresh.length > 0) this.#fresh = [];
    return fresh;
  }

  /** Forgets all: what a warm-up showed is measured anew. */
  clear(): void {
    this.#kept.length = 0;
    this.#fresh = [];
    this.#floorUs = Number.NEGATIVE_INFINITY;
  }

  #keep(experiencedUs: number, exchange: Exchange): void {
    const { intendedMs, sentMs, firstByteMs, connectionIdleMs = null, httpStatus } = exchange;
    this.#kept.push(experiencedUs);
    this.#kept.sort((a, b) => a - b);
    if (this.#kept.length > slowestKept) this.#kept.shift();
    if (this.#kept.length === slowestKept) this.#floorUs = this.#kept[0] ?? 0;
    if (this.#fresh.length === slowestKept) {
      this.#fresh.sort((a, b) => a.experiencedUs - b.experiencedUs);
      this.#fresh.shift();
    }
    const wasSent = !Number.isNaN(sentMs);
    const traceId = traceIdOf(exchange);
    this.#fresh.push({
      intendedEpochMs: performance.timeOrigin + intendedMs,
      experiencedUs,
      serviceUs: wasSent ? serviceUs(exchange) : null,
      firstByteUs: Number.isNaN(firstByteMs) ? null : (firstByteMs - sentMs) * 1000,
      connectionIdleMs,
      httpStatus,
      ...(traceId === null ? {} : { traceId }),
      othersSilentMs: wasSent ? this.#silences.longestMs(sentMs, exchange.endMs) : null,
    });
  }
}
