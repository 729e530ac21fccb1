import Type from 'typebox';
import { LatencySummary } from './histogramPercentiles.ts';
import { countIn, errorsIn } from './tally/counts.ts';
import { byName, latencies, members, type SumOf, total, totals } from './tally/laws.ts';

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

export const personaLaw = members(PersonaDelta, {
  started: total,
  requests: total,
  ends: totals,
  outcomes: totals,
  experienced: latencies,
});

/** Personas by name. */
export const personasLaw = byName(personaLaw);

/** As results tell it, in the order of their names. */
export function personaResults(personas: SumOf<typeof personasLaw>): PersonaResult[] {
  return [...personas]
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
      experienced: experienced.summary(),
    }));
}
