import { type SlowExchange, slowestOf } from '../slowest.ts';
import type { EndpointDelta, SecondDelta } from './delta.ts';
import { EndpointTally } from './endpointTally.ts';
import { LatencyCounts } from './latencyCounts.ts';

type Endpoints = SecondDelta['endpoints'];

/**
 * What several shards saw of the endpoints in one second, added as each tells it, in any order: nothing that was added
 * is kept, so that a leader of a thousand workers holds one sum rather than a thousand seconds.
 */
export class EndpointSums {
  readonly #sums = new Map<string, EndpointSum>();

  add(endpoints: Endpoints): void {
    for (const name of Object.keys(endpoints)) {
      const endpoint = endpoints[name];
      if (endpoint === undefined) continue;
      const sum = this.#sums.get(name);
      if (sum === undefined) this.#sums.set(name, new EndpointSum(endpoint));
      else sum.add(endpoint);
    }
  }

  total(): Endpoints {
    return Object.fromEntries([...this.#sums].map(([name, sum]) => [name, sum.total()]));
  }
}

class EndpointSum {
  /** What was told first; it is the sum while nobody else tells anything. */
  readonly #first: EndpointDelta;
  #tally: EndpointTally | null = null;
  readonly #byOutcome = new Map<string, LatencyCounts>();
  #slowest: SlowExchange[] = [];

  constructor(first: EndpointDelta) {
    this.#first = first;
  }

  add(endpoint: EndpointDelta): void {
    if (this.#tally === null) {
      this.#tally = new EndpointTally();
      this.#tallyUp(this.#tally, this.#first);
    }
    this.#tallyUp(this.#tally, endpoint);
  }

  total(): EndpointDelta {
    if (this.#tally === null) return this.#first;
    const byOutcome = Object.fromEntries([...this.#byOutcome].map(([outcome, counts]) => [outcome, counts.pairs()]));
    return {
      ...this.#tally.toDelta(),
      ...(this.#byOutcome.size === 0 ? {} : { byOutcome }),
      ...(this.#slowest.length === 0 ? {} : { slowest: this.#slowest }),
    };
  }

  #tallyUp(tally: EndpointTally, endpoint: EndpointDelta): void {
    tally.add(endpoint);
    if (endpoint.slowest !== undefined) this.#slowest = slowestOf([this.#slowest, endpoint.slowest]);
    for (const [outcome, pairs] of Object.entries(endpoint.byOutcome ?? {})) {
      const counts = this.#byOutcome.get(outcome) ?? new LatencyCounts();
      this.#byOutcome.set(outcome, counts);
      counts.addPairs(pairs);
    }
  }
}
