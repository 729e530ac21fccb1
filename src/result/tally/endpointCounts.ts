import { type Exchange, experiencedUs, type Outcome, serviceUs } from '../exchange.ts';
import type { EndpointDelta } from './delta.ts';
import { LatencyCounts } from './latencyCounts.ts';

/**
 * What is counted of one endpoint, exchange by exchange. On the hot path.
 *
 * Latency series hold what a respondent can use, and time-outs with the time that was waited: quick refusals of an
 * overloaded service must not make it look fast. Rejections that canvass provoked itself have a series of their own.
 */
export class EndpointCounts {
  requests = 0;
  #outcomes: Record<string, number> = {};
  #failures: Record<string, number> = {};
  #httpStatuses: Record<number, number> = {};
  readonly #experienced = new LatencyCounts();
  readonly #service = new LatencyCounts();
  readonly #firstByte = new LatencyCounts();
  readonly #rejected = new LatencyCounts();
  /** Of all outcomes but success. */
  readonly #byOutcome = new Map<Outcome, LatencyCounts>();

  count(exchange: Exchange, outcome: Outcome): void {
    this.requests++;
    this.#outcomes[outcome] = (this.#outcomes[outcome] ?? 0) + 1;
    const { failure, httpStatus } = exchange;
    if (failure !== null) this.#failures[failure] = (this.#failures[failure] ?? 0) + 1;
    if (httpStatus !== 0) this.#httpStatuses[httpStatus] = (this.#httpStatuses[httpStatus] ?? 0) + 1;
    if (outcome === 'ok') {
      this.#experienced.record(experiencedUs(exchange));
      this.#service.record(serviceUs(exchange));
      this.#firstByte.record((exchange.firstByteMs - exchange.sentMs) * 1000);
    } else this.#countOther(exchange, outcome);
  }

  #countOther(exchange: Exchange, outcome: Outcome): void {
    const latencyUs = experiencedUs(exchange);
    let counts = this.#byOutcome.get(outcome);
    if (counts === undefined) {
      counts = new LatencyCounts();
      this.#byOutcome.set(outcome, counts);
    }
    counts.record(latencyUs);
    // One that never left, for want of a connection, says nothing of the service.
    const wasSent = !Number.isNaN(exchange.sentMs);
    if (outcome === 'timeout') {
      this.#experienced.record(latencyUs);
      if (wasSent) this.#service.record(serviceUs(exchange));
    } else if (outcome === 'expectedRejection' && wasSent) this.#rejected.record(serviceUs(exchange));
  }

  /** What was counted since the last call, and starts anew. */
  take(): EndpointDelta {
    const others = [...this.#byOutcome].filter(([, counts]) => counts.count > 0);
    const byOutcome = Object.fromEntries(others.map(([outcome, counts]) => [outcome, counts.takePairs()]));
    const delta = {
      requests: this.requests,
      outcomes: this.#outcomes,
      failures: this.#failures,
      httpStatuses: this.#httpStatuses,
      experienced: this.#experienced.takePairs(),
      service: this.#service.takePairs(),
      firstByte: this.#firstByte.takePairs(),
      rejected: this.#rejected.takePairs(),
      ...(others.length === 0 ? {} : { byOutcome }),
    };
    this.requests = 0;
    this.#outcomes = {};
    this.#failures = {};
    this.#httpStatuses = {};
    return delta;
  }
}
