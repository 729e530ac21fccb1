import Type from 'typebox';
import { LatencySummary, summaryOf } from './histogramPercentiles.ts';
import { addCounts, type Counts, countIn, errorsIn } from './tally/counts.ts';
import { LatencyCounts } from './tally/latencyCounts.ts';

const count = Type.Integer({ minimum: 0 });
const counts = Type.Record(Type.String(), count);

/** What the respondents of one persona did in one second. Latencies are pairs [bucket, count, …] of `LatencyCounts`. */
export const PersonaDelta = Type.Object({
  started: count,
  requests: count,
  /** How walks ended. */
  ends: counts,
  /** Of requests. */
  outcomes: counts,
  experienced: Type.Array(count),
});
export type PersonaDelta = Type.Static<typeof PersonaDelta>;

/** One persona of `respondent.personas`. Respondents are counted with the warm-up, as everywhere; latency without. */
export const PersonaResult = Type.Object({
  name: Type.String(),
  started: count,
  completed: count,
  abandoned: count,
  failed: count,
  /** With another final status than completion. */
  ended: count,
  stopped: count,
  /** Measured requests. */
  requests: count,
  errors: count,
  experienced: LatencySummary,
});
export type PersonaResult = Type.Static<typeof PersonaResult>;

/** What one persona did, over any number of seconds and shards. */
export class PersonaSum {
  started = 0;
  requests = 0;
  ends: Counts = {};
  outcomes: Counts = {};
  readonly experienced = new LatencyCounts();

  add({ started, requests, ends, outcomes, experienced }: PersonaDelta, measured: boolean): void {
    this.started += started;
    addCounts(this.ends, ends);
    if (!measured) return;
    this.requests += requests;
    addCounts(this.outcomes, outcomes);
    this.experienced.addPairs(experienced);
  }

  delta(): PersonaDelta {
    const { started, requests, ends, outcomes, experienced } = this;
    return { started, requests, ends, outcomes, experienced: experienced.pairs() };
  }

  /** As `delta`, and begins anew. */
  take(): PersonaDelta {
    const delta = this.delta();
    this.started = 0;
    this.requests = 0;
    this.ends = {};
    this.outcomes = {};
    this.experienced.clear();
    return delta;
  }
}

/** Personas by name, counts and latencies added up. */
export class PersonaTally {
  readonly #sums = new Map<string, PersonaSum>();

  /** @param measured whether the second counts: the warm-up has respondents, and no latencies. */
  add(personas: Readonly<Record<string, PersonaDelta>>, measured: boolean): void {
    for (const [name, delta] of Object.entries(personas)) {
      const sum = this.#sums.get(name) ?? new PersonaSum();
      this.#sums.set(name, sum);
      sum.add(delta, measured);
    }
  }

  deltas(): Record<string, PersonaDelta> {
    return Object.fromEntries([...this.#sums].map(([name, sum]) => [name, sum.delta()]));
  }

  /** In the order of their names. */
  results(): PersonaResult[] {
    return [...this.#sums]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { started, requests, ends, outcomes, experienced }]) => ({
        name,
        started,
        completed: countIn(ends, 'completed'),
        abandoned: countIn(ends, 'abandoned'),
        failed: countIn(ends, 'failed'),
        ended: countIn(ends, 'ended'),
        stopped: countIn(ends, 'stopped'),
        requests,
        errors: errorsIn(outcomes),
        experienced: summaryOf(experienced.toHistogram()),
      }));
  }
}
