import Type from 'typebox';
import { Absence, mergedAbsences } from '../absence.ts';
import { ConnectionDelta, connectionLaw } from '../connections.ts';
import { outcomes } from '../exchange.ts';
import { InjectedDelta, injectedLaw } from '../injected.ts';
import { PersonaDelta, personasLaw } from '../persona.ts';
import { Refusal, refusalLaw } from '../refusal.ts';
import { SlowExchange, slowestOf } from '../slowest.ts';
import { Violation } from '../verdict.ts';
import {
  byKey,
  byName,
  joined,
  largest,
  latencies,
  members,
  newest,
  type SumOf,
  total,
  totals,
  totalsByName,
} from './laws.ts';

/**
 * What one generator saw in one second: the unit that threads send, that the journal keeps, and that sums to every
 * figure of a result. Plain JSON. Latencies are pairs [bucket, count, …] of `LatencyCounts`.
 */

const count = Type.Integer({ minimum: 0 });
const counts = Type.Record(Type.String(), count);
const pairs = Type.Array(count);

/** Whole seconds since the start of a run. None lasts a hundred days: more is made up, and would only cost time to sum. */
export const secondNumber = Type.Integer({ minimum: 0, maximum: 10_000_000 });

export const EndpointDelta = Type.Object({
  requests: count,
  outcomes: counts,
  failures: counts,
  httpStatuses: counts,
  experienced: pairs,
  service: pairs,
  firstByte: pairs,
  rejected: pairs,
  /**
   * Experienced latency of requests that did not succeed, by outcome: of time-outs, which `experienced` holds too, and of
   * those that no other series holds. Absent where there were none.
   */
  byOutcome: Type.Optional(Type.Record(Type.String(), pairs)),
  /** Those among the slowest so far that ended in this second; absent where there were none. */
  slowest: Type.Optional(Type.Array(SlowExchange)),
});
export type EndpointDelta = Type.Static<typeof EndpointDelta>;

const figureLaws = {
  requests: total,
  /** All of them are told of, also those that never were. */
  outcomes: { ...totals, empty: () => Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) },
  failures: totals,
  httpStatuses: totals,
  experienced: latencies,
  service: latencies,
  firstByte: latencies,
  rejected: latencies,
} as const;

/** What a whole run, or a window of it, keeps of one endpoint. */
export const endpointLaw = members(Type.Omit(EndpointDelta, ['byOutcome', 'slowest']), figureLaws);
export type EndpointSum = SumOf<typeof endpointLaw>;

/** What took CPU of the generator's machine beside canvass and the service that it walks there. */
export const OtherWork = Type.Object({
  cores: Type.Integer(),
  /** How many of the cores it took. */
  tookCores: Type.Number(),
  /** Share of the time in which something waited for a CPU because of it. */
  waitedShare: Type.Number(),
});
export type OtherWork = Type.Static<typeof OtherWork>;

/** The generator's own state in one second (design, Latency: the generator watches itself). */
export const HealthDelta = Type.Object({
  /** CPU time of the generating thread, percent of one core. */
  cpuPercent: Type.Number(),
  /** Share of the second in which the event loop was busy, percent. */
  busyPercent: Type.Number(),
  eventLoopDelayP99Ms: Type.Number(),
  garbageCollectionMs: Type.Number(),
  /** The longest pause for it; absent in journals of older runs. */
  longestCollectionMs: Type.Optional(Type.Number()),
  sockets: count,
  memoryMiB: Type.Number(),
  /** How late respondents were started, µs. */
  startLateness: pairs,
  /** How late the event loop came round, µs. */
  eventLoopDelay: pairs,
  /** Absent where the service is elsewhere, or the system does not say. */
  others: Type.Optional(OtherWork),
});
export type HealthDelta = Type.Static<typeof HealthDelta>;

/**
 * What walks exercised, counts by name: clause ids, moves, moves by the kind of page that they start from, statuses, key
 * forms, answer types and documented errors. `checked` and `failed`: checks of each clause, failed ones being counted in
 * both.
 */
export const CoverageDelta = Type.Object({
  checked: counts,
  failed: counts,
  transitions: counts,
  transitionsByPage: counts,
  statuses: counts,
  keyForms: counts,
  answerTypes: counts,
  errors: counts,
  /** Clauses at places, by `placeKey`: each is counted once by each generator. Absent in journals of older versions. */
  places: Type.Optional(counts),
});
export type CoverageDelta = Type.Static<typeof CoverageDelta>;

/** Nothing exercised yet. */
export function emptyCoverage(): Required<CoverageDelta> {
  return { ...coverageLaw.empty(), places: {} };
}

export const coverageLaw = members(CoverageDelta, {
  checked: totals,
  failed: totals,
  transitions: totals,
  transitionsByPage: totals,
  statuses: totals,
  keyForms: totals,
  answerTypes: totals,
  errors: totals,
  places: totals,
});

/** Violations by their key: how often, and the whole of those that were new. */
export const ViolationDelta = Type.Object({
  key: Type.String(),
  /** Whether it may fail a run. */
  gating: Type.Boolean(),
  count,
  /** Walks that showed it and had not before; none of those of administration calls and audits. */
  walks: count,
  /** `null` when this generator reported it before. */
  first: Type.Union([Violation, Type.Null()]),
  /** How often each came in place of what was due, by its name; absent where that is not classified. */
  came: Type.Optional(counts),
  /** How often it was seen in which survey; absent of what is seen in none. */
  surveys: Type.Optional(counts),
});
export type ViolationDelta = Type.Static<typeof ViolationDelta>;

const violationsLaw = byKey<ViolationDelta>(
  ({ key }) => key,
  (known, { count, walks, first, came, surveys }) => ({
    ...known,
    count: known.count + count,
    walks: known.walks + walks,
    first: known.first ?? first,
    ...(known.came === undefined ? {} : { came: totals.add({ ...known.came }, came ?? {}) }),
    ...(surveys === undefined ? {} : { surveys: totals.add({ ...known.surveys }, surveys) }),
  }),
);

const ObservationDelta = Type.Object({
  question: Type.String(),
  value: Type.String(),
  /** Different answers in one contradict each other; absent in journals of older versions. */
  situation: Type.Optional(Type.String()),
  count,
});
type ObservationDelta = Type.Static<typeof ObservationDelta>;

const observationsLaw = byKey<ObservationDelta>(
  ({ question, value, situation = '' }) => JSON.stringify([question, value, situation]),
  (known, { count }) => ({ ...known, count: known.count + count }),
);

export const SecondDelta = Type.Object({
  second: secondNumber,
  /** Length that this covers: 1, or less at the end of a run. */
  seconds: Type.Number(),
  /** False within the warm-up: left out of latencies, rates and thresholds. */
  measured: Type.Boolean(),
  /** Which shard of how many saw it; after a sum over shards, `shard` is 0. */
  shard: count,
  arrivals: count,
  dropped: count,
  active: count,
  ends: counts,
  /** Requests of the walks that ended in it by themselves. Absent in journals of older versions. */
  walkRequests: Type.Optional(count),
  byStatus: counts,
  /** How the walks of each survey ended, by its id: an end, or for those that failed the obstacle. */
  walks: Type.Record(Type.String(), counts),
  endpoints: Type.Record(Type.String(), EndpointDelta),
  coverage: CoverageDelta,
  violations: Type.Array(ViolationDelta),
  observations: Type.Array(ObservationDelta),
  health: Type.Array(HealthDelta),
  /** Absent where there were none. */
  refusals: Type.Optional(Type.Array(Refusal)),
  /** What bad luck has touched, by its kind; absent where there was none. */
  injected: Type.Optional(Type.Record(Type.String(), InjectedDelta)),
  /** Absent where none was made. */
  connections: Type.Optional(ConnectionDelta),
  /** By name; absent where the profile has none. */
  personas: Type.Optional(Type.Record(Type.String(), PersonaDelta)),
  /** Noticed in it; absent where there was none. */
  absences: Type.Optional(Type.Array(Absence)),
});
export type SecondDelta = Type.Static<typeof SecondDelta>;

/** One second of several shards; the seconds of a run are added up by `Tally`. */
export const secondLaw = members(Type.Omit(SecondDelta, ['endpoints']), {
  second: newest(0),
  measured: newest(false),
  shard: newest(0),
  seconds: largest,
  arrivals: total,
  dropped: total,
  active: total,
  ends: totals,
  walkRequests: total,
  byStatus: totals,
  walks: totalsByName,
  coverage: coverageLaw,
  violations: violationsLaw,
  observations: observationsLaw,
  health: joined<HealthDelta>(),
  refusals: refusalLaw,
  injected: injectedLaw,
  connections: connectionLaw,
  personas: personasLaw,
  absences: joined(mergedAbsences),
});

/** Its endpoints, which are most of it. */
export const endpointsLaw = byName(
  members(EndpointDelta, { ...figureLaws, byOutcome: byName(latencies), slowest: joined<SlowExchange>(slowestOf) }),
);
