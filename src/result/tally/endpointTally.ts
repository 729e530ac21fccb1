import { type Exchange, experiencedUs, type Outcome, outcomes, serviceUs } from '../exchange.ts';
import { type SlowExchange, slowestOf } from '../slowest.ts';
import { addCounts, type Counts } from './counts.ts';
import type { EndpointDelta, SecondDelta } from './delta.ts';
import { LatencyCounts } from './latencyCounts.ts';

const namedCounts = ['outcomes', 'failures', 'httpStatuses'] as const;
const latencies = ['experienced', 'service', 'firstByte', 'rejected'] as const;

/** Everything counted of one endpoint. */
export class EndpointTally {
  requests = 0;
  readonly outcomes: Counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0]));
  readonly failures: Counts = {};
  readonly httpStatuses: Counts = {};
  readonly experienced = new LatencyCounts();
  readonly service = new LatencyCounts();
  readonly firstByte = new LatencyCounts();
  /** Service latency of provoked rejections. */
  readonly rejected = new LatencyCounts();

  add(delta: EndpointDelta): void {
    this.#count(delta, 1);
  }

  /** Takes off a second that was added before. */
  subtract(delta: EndpointDelta): void {
    this.#count(delta, -1);
  }

  #count(delta: EndpointDelta, times: 1 | -1): void {
    this.requests += times * delta.requests;
    for (const name of namedCounts) addCounts(this[name], delta[name], times);
    for (const name of latencies) this[name].addPairs(delta[name], times);
  }

  /** The whole as a delta, for the journal. */
  toDelta(): EndpointDelta {
    return {
      requests: this.requests,
      outcomes: { ...this.outcomes },
      failures: { ...this.failures },
      httpStatuses: { ...this.httpStatuses },
      experienced: this.experienced.pairs(),
      service: this.service.pairs(),
      firstByte: this.firstByte.pairs(),
      rejected: this.rejected.pairs(),
    };
  }
}

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

type Endpoints = SecondDelta['endpoints'];

/**
 * What several shards saw of the endpoints in one second, added as each tells it, in any order: nothing that was added
 * is kept, so that a leader of a thousand workers holds one sum rather than a thousand seconds.
 */
export class EndpointSums {
  /** What was told first is the sum while nobody else tells anything. */
  readonly #sums = new Map<string, EndpointDelta | EndpointSum>();

  add(endpoints: Endpoints): void {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const known = this.#sums.get(name);
      if (known instanceof EndpointSum) known.add(endpoint);
      else this.#sums.set(name, known === undefined ? endpoint : new EndpointSum(known, endpoint));
    }
  }

  total(): Endpoints {
    return Object.fromEntries(
      [...this.#sums].map(([name, sum]) => [name, sum instanceof EndpointSum ? sum.toDelta() : sum]),
    );
  }
}

class EndpointSum extends EndpointTally {
  readonly #byOutcome = new Map<string, LatencyCounts>();
  #slowest: SlowExchange[] = [];

  constructor(...endpoints: readonly EndpointDelta[]) {
    super();
    for (const endpoint of endpoints) this.add(endpoint);
  }

  override add(endpoint: EndpointDelta): void {
    super.add(endpoint);
    if (endpoint.slowest !== undefined) this.#slowest = slowestOf([this.#slowest, endpoint.slowest]);
    for (const [outcome, pairs] of Object.entries(endpoint.byOutcome ?? {})) {
      const counts = this.#byOutcome.get(outcome) ?? new LatencyCounts();
      this.#byOutcome.set(outcome, counts);
      counts.addPairs(pairs);
    }
  }

  override toDelta(): EndpointDelta {
    const byOutcome = Object.fromEntries([...this.#byOutcome].map(([outcome, counts]) => [outcome, counts.pairs()]));
    return {
      ...super.toDelta(),
      ...(this.#byOutcome.size === 0 ? {} : { byOutcome }),
      ...(this.#slowest.length === 0 ? {} : { slowest: this.#slowest }),
    };
  }
}
