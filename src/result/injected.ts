import Type from 'typebox';
import { type BadLuck, badLucks, type Exchange, type Outcome, serviceUs } from './exchange.ts';
import { LatencySummary, summaryOf } from './histogramPercentiles.ts';
import { addCounts, type Counts } from './tally/counts.ts';
import { LatencyCounts } from './tally/latencyCounts.ts';

const count = Type.Integer({ minimum: 0 });
const counts = Type.Record(Type.String(), count);

/** Requests that one kind of bad luck has touched in one second. `service` is pairs of `LatencyCounts`. */
export const InjectedDelta = Type.Object({ requests: count, outcomes: counts, service: Type.Array(count) });
export type InjectedDelta = Type.Static<typeof InjectedDelta>;

/** As results tell it: these requests are in no other figure. */
export const InjectedResult = Type.Object({
  /** `doubleSubmit`, `retry`, `lostConnection`, `twoTabs`, `slowReader` or `hesitate`. */
  kind: Type.String(),
  requests: count,
  /** The usual outcomes, and `cut` for what canvass cut itself. */
  outcomes: counts,
  /** From the sending to the last byte, of those that were answered. */
  latency: LatencySummary,
});
export type InjectedResult = Type.Static<typeof InjectedResult>;

/** What is counted of the requests that one kind of bad luck has touched. */
class InjectedCounts {
  requests = 0;
  readonly outcomes: Counts = {};
  readonly service = new LatencyCounts();
}

/** Bad luck by its kind. Two sums added up are what one would have counted. */
export class InjectedTally {
  readonly #kinds = new Map<string, InjectedCounts>();

  record(kind: BadLuck, exchange: Exchange, outcome: Outcome): void {
    const counted = this.#of(kind);
    const name = exchange.failure === 'cancelled' ? 'cut' : outcome;
    counted.requests++;
    counted.outcomes[name] = (counted.outcomes[name] ?? 0) + 1;
    if (exchange.failure === null) counted.service.record(serviceUs(exchange));
  }

  add(deltas: Readonly<Record<string, InjectedDelta>>): void {
    for (const [kind, { requests, outcomes, service }] of Object.entries(deltas)) {
      const counted = this.#of(kind);
      counted.requests += requests;
      addCounts(counted.outcomes, outcomes);
      counted.service.addPairs(service);
    }
  }

  /** Everything as a delta; `null` where nothing was counted. */
  delta(): Record<string, InjectedDelta> | null {
    if (this.#kinds.size === 0) return null;
    const kinds = [...this.#kinds].map(([kind, { requests, outcomes, service }]) => {
      return [kind, { requests, outcomes, service: service.pairs() }] as const;
    });
    return Object.fromEntries(kinds);
  }

  /** As `delta`, and begins anew. */
  take(): Record<string, InjectedDelta> | null {
    const delta = this.delta();
    this.#kinds.clear();
    return delta;
  }

  results(): InjectedResult[] {
    return badLucks.flatMap((kind) => {
      const counted = this.#kinds.get(kind);
      if (counted === undefined) return [];
      const { requests, outcomes, service } = counted;
      return [{ kind, requests, outcomes: { ...outcomes }, latency: summaryOf(service.toHistogram()) }];
    });
  }

  #of(kind: string): InjectedCounts {
    const counted = this.#kinds.get(kind) ?? new InjectedCounts();
    this.#kinds.set(kind, counted);
    return counted;
  }
}
