import { outcomes } from '../exchange.ts';
import { addCounts, type Counts, subtractCounts } from './counts.ts';
import type { EndpointDelta } from './delta.ts';
import { LatencyCounts } from './latencyCounts.ts';

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
    this.requests += delta.requests;
    addCounts(this.outcomes, delta.outcomes);
    addCounts(this.failures, delta.failures);
    addCounts(this.httpStatuses, delta.httpStatuses);
    this.experienced.addPairs(delta.experienced);
    this.service.addPairs(delta.service);
    this.firstByte.addPairs(delta.firstByte);
    this.rejected.addPairs(delta.rejected);
  }

  /** Takes off a second that was added before. */
  subtract(delta: EndpointDelta): void {
    this.requests -= delta.requests;
    subtractCounts(this.outcomes, delta.outcomes);
    subtractCounts(this.failures, delta.failures);
    subtractCounts(this.httpStatuses, delta.httpStatuses);
    this.experienced.subtractPairs(delta.experienced);
    this.service.subtractPairs(delta.service);
    this.firstByte.subtractPairs(delta.firstByte);
    this.rejected.subtractPairs(delta.rejected);
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
