import Type from 'typebox';
import { type BadLuck, badLucks, type Exchange, type Outcome, serviceUs } from './exchange.ts';
import { LatencySummary } from './histogramPercentiles.ts';
import { byName, latencies, members, type SumOf, total, totals } from './tally/laws.ts';

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

const kindLaw = members(InjectedDelta, { requests: total, outcomes: totals, service: latencies });

/** Bad luck by its kind. */
export const injectedLaw = byName(kindLaw);
export type Injected = SumOf<typeof injectedLaw>;

/** Counts one exchange that bad luck has touched. */
export function recordInjected(injected: Injected, kind: BadLuck, exchange: Exchange, outcome: Outcome): void {
  const of = injected.get(kind) ?? kindLaw.empty();
  injected.set(kind, of);
  const name = exchange.failure === 'cancelled' ? 'cut' : outcome;
  of.requests++;
  of.outcomes[name] = (of.outcomes[name] ?? 0) + 1;
  if (exchange.failure === null) of.service.record(serviceUs(exchange));
}

/** As results tell it. */
export function injectedResults(injected: Injected): InjectedResult[] {
  return badLucks.flatMap((kind) => {
    const of = injected.get(kind);
    if (of === undefined) return [];
    const { requests, outcomes, service } = of;
    return [{ kind, requests, outcomes, latency: service.summary() }];
  });
}
