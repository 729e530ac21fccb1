import Type from 'typebox';
import { EntityId } from '../contract/entityId.ts';
import { Absence } from './absence.ts';
import { CapacityResult } from './capacityResult.ts';
import { ConnectionResult } from './connections.ts';
import { FleetResult } from './fleetResult.ts';
import { LatencySummary } from './histogramPercentiles.ts';
import { InjectedResult } from './injected.ts';
import { Judgements } from './judgements.ts';
import { Oddity } from './oddity.ts';
import { PersonaResult } from './persona.ts';
import { Problem } from './problem.ts';
import { Reason } from './reason.ts';
import { RefusalResult } from './refusal.ts';
import { SlowExchangeResult } from './slowest.ts';
import { Timeline } from './timeline.ts';
import { ClauseResult, Observation, Violation } from './verdict.ts';

const count = Type.Integer({ minimum: 0 });
const nullableNumber = Type.Union([Type.Number(), Type.Null()]);

/** Exercised out of possible; `items` says how often each was exercised, zeros included. */
export const Coverage = Type.Object({
  exercised: count,
  total: count,
  items: Type.Record(Type.String(), count),
});
export type Coverage = Type.Static<typeof Coverage>;

export const EndpointResult = Type.Object({
  endpoint: Type.String(),
  method: Type.String(),
  path: Type.String(),
  requests: count,
  outcomes: Type.Object({
    ok: count,
    expectedRejection: count,
    throttled: count,
    serverError: count,
    clientError: count,
    timeout: count,
    connection: count,
    malformed: count,
  }),
  /** How requests failed, and which HTTP statuses came: finer than `outcomes`. */
  failures: Type.Record(Type.String(), count),
  httpStatuses: Type.Record(Type.String(), count),
  latency: Type.Object({ experienced: LatencySummary, service: LatencySummary, firstByte: LatencySummary }),
  /** Service latency of the rejections that canvass provoked itself; they are in no other series. */
  expectedRejections: LatencySummary,
  /** The ten slowest, slowest first. */
  slowest: Type.Optional(Type.Array(SlowExchangeResult)),
});
export type EndpointResult = Type.Static<typeof EndpointResult>;

/**
 * What a metric is measured in, which settles the units that its limit may have. Values: `time` in µs, `share` of 1,
 * `perSecond` a second, `count` and `number` plain.
 */
export const Dimension = Type.Enum(['time', 'share', 'perSecond', 'count', 'number']);
export type Dimension = Type.Static<typeof Dimension>;

/** Which side of its limit a value has to stay on. */
export const Bound = Type.Enum(['upper', 'lower', 'exact']);
export type Bound = Type.Static<typeof Bound>;

export const ThresholdResult = Type.Object({
  expression: Type.String(),
  value: nullableNumber,
  limit: Type.Number(),
  passed: Type.Boolean(),
  windowSeconds: nullableNumber,
  /** Of `value` and `limit`. */
  dimension: Type.Optional(Dimension),
  bound: Type.Optional(Bound),
  /** Why it cannot be told whether it was missed, as codes of reasons: what they stand for may have missed it by itself. */
  untold: Type.Optional(Type.Array(Type.String())),
  /** The second from which on it was missed until the end; of a window, the end of the first that missed it. */
  missedSinceSecond: Type.Optional(nullableNumber),
  /** The second at which it aborted the run; absent or null when it did not. */
  abortedAtSecond: Type.Optional(nullableNumber),
});
export type ThresholdResult = Type.Static<typeof ThresholdResult>;

export const GeneratorHealth = Type.Object({
  workers: Type.Integer(),
  cpuPercent: Type.Number(),
  eventLoopDelayP99Ms: Type.Number(),
  startLatenessP99Ms: Type.Number(),
  droppedArrivals: count,
  saturated: Type.Boolean(),
  garbageCollectionMs: Type.Number(),
  /** The longest pause for it; absent in results of older versions. */
  longestCollectionMs: Type.Optional(Type.Number()),
  socketsPeak: Type.Integer(),
  peakMemoryMiB: Type.Number(),
  /** What a person should do about it; empty when healthy. */
  advice: Type.Array(Type.String()),
});
export type GeneratorHealth = Type.Static<typeof GeneratorHealth>;

/** What the health of a load run was summed from, so that it can be pooled with others. */
export const GeneratorWatch = Type.Object({
  /** Seconds of generating threads: all, those at their limit, and those that came late. */
  seconds: count,
  busySeconds: count,
  lateSeconds: count,
  /** Those in which other work on the machine kept the generator or the service from a CPU, with the cores that it took; absent without. */
  crowded: Type.Optional(Type.Object({ seconds: count, tookCores: Type.Number(), cores: count })),
  startLateness: LatencySummary,
  eventLoopDelay: LatencySummary,
  /** When it was not there at all. */
  absences: Type.Array(Absence),
});
export type GeneratorWatch = Type.Static<typeof GeneratorWatch>;

export const AuditVisibility = Type.Object({
  /** From completion to record: upper ends of where the delays lie. */
  after: LatencySummary,
  /** How often the records were read until nothing was missing, or nothing could be awaited any more. */
  looks: count,
  /** From the first look to the last. */
  waitedSeconds: Type.Number(),
});

export const AuditResult = Type.Object({
  completed: count,
  /** Of those, the ones that can be looked for: of surveys that are audited, and named by a text. */
  audited: Type.Optional(count),
  /** Those of surveys where the whole list shows a record of no walk: the document promises none, so none is called lost. */
  silent: Type.Optional(count),
  stored: count,
  lost: count,
  duplicated: count,
  altered: count,
  unread: count,
  /** Stored under a respondent that it does not belong to. */
  foreign: count,
  /** Of those with texts that answer text questions, the ones whose texts are in another place than the documented one. */
  misplaced: Type.Optional(count),
  withTexts: Type.Optional(count),
  /** Submissions whose answer never came: they may be stored or not. */
  indeterminate: count,
  /** When records were visible. */
  visibility: Type.Optional(AuditVisibility),
  /** What the audit could not see, in words. */
  unseen: Type.Array(Type.String()),
  /** Of that, the kinds of answers that could not be compared: whether they are stored as they were given is open. */
  uncompared: Type.Optional(Type.Array(Type.String())),
  /** Named examples of what went wrong, bounded in number. */
  examples: Type.Array(
    Type.Object({
      kind: Type.String(),
      token: Type.String(),
      responseIds: Type.Array(EntityId),
      detail: Type.String(),
    }),
  ),
});
export type AuditResult = Type.Static<typeof AuditResult>;

/** One of the judgements of a run: whether it stands, else why it is void. */
export const Judged = Type.Object({ valid: Type.Boolean(), reasons: Type.Array(Reason) });
export type Judged = Type.Static<typeof Judged>;

/** What of a run stands: what it says of the document, and what it says of speed and errors. */
export const Validity = Type.Object({ conformance: Judged, performance: Judged });
export type Validity = Type.Static<typeof Validity>;

/** The way that requests took, where it was not the plain one; secrets are left out. */
export const Way = Type.Object({
  /** What stands before every path. */
  basePath: Type.String(),
  connectTo: Type.Union([Type.String(), Type.Null()]),
  /** Without its user. */
  proxy: Type.Union([Type.String(), Type.Null()]),
  /** Names. */
  headers: Type.Array(Type.String()),
  serverName: Type.Union([Type.String(), Type.Null()]),
  /** The file of it. */
  clientCertificate: Type.Union([Type.String(), Type.Null()]),
  /** Whether any certificate was accepted. */
  insecure: Type.Boolean(),
  http2: Type.Boolean(),
});
export type Way = Type.Static<typeof Way>;

/** One of the runs that were pooled, and where it lies on their common time axis. */
export const Stretch = Type.Object({
  id: Type.String(),
  seed: Type.Integer(),
  startedAt: Type.String(),
  fromSecond: count,
  /** Whole seconds from its begin to its end. */
  seconds: count,
});
export type Stretch = Type.Static<typeof Stretch>;

/** A run's result: `reports/<UTC time>-<profile>/result.json` (design, Run result). The names here are a contract. */
export const RunResult = Type.Object({
  schema: Type.Literal('canvass.result/1'),
  kind: Type.Enum(['load', 'conform', 'capacity']),
  verdict: Type.Enum(['PASS', 'FAIL', 'INVALID']),
  /** In sentences; `reasonCodes` has the same as data, where this version or a later one has written the result. */
  reasons: Type.Array(Type.String()),
  reasonCodes: Type.Optional(Type.Array(Reason)),
  validity: Type.Optional(Validity),
  judgements: Type.Optional(Judgements),
  run: Type.Object({
    id: Type.String(),
    profile: Type.String(),
    seed: Type.Integer(),
    startedAt: Type.String(),
    endedAt: Type.String(),
    durationSeconds: Type.Number(),
    /** Without the warm-up: what requests, errors and latencies are of. */
    measuredSeconds: Type.Optional(Type.Number()),
    interrupted: Type.Boolean(),
    /** As it was asked for on the command line, without seed and secrets. */
    command: Type.Optional(Type.String()),
    /** Each `--set` of it, secrets named by a variable; absent of none. */
    set: Type.Optional(Type.Array(Type.String())),
    /** Rebuilt from the journal of a run that was killed. */
    recovered: Type.Optional(Type.Boolean()),
    /** The runs that this one is pooled of; absent of one that is not. */
    stretches: Type.Optional(Type.Array(Stretch)),
  }),
  target: Type.Object({
    baseUrl: Type.String(),
    datacenter: Type.String(),
    release: Type.String(),
    session: Type.String(),
    way: Type.Optional(Way),
    /** Where traces are looked at, `{traceId}` in the place of the id. */
    traceUrl: Type.Optional(Type.String()),
  }),
  tool: Type.Object({
    version: Type.String(),
    node: Type.String(),
    platform: Type.String(),
    cpus: Type.Integer(),
  }),
  /** The resolved profile as it was run, secrets redacted. */
  profile: Type.Unknown(),
  respondents: Type.Object({
    started: count,
    completed: count,
    abandoned: count,
    stopped: count,
    failed: count,
    peak: count,
    byStatus: Type.Record(Type.String(), count),
  }),
  /** How the walks of each survey ended, by its id: an end (`WalkEnd`), or for those that failed the obstacle. */
  surveys: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), count))),
  endpoints: Type.Array(EndpointResult),
  clauses: Type.Array(ClauseResult),
  violations: Type.Array(Violation),
  /** Violations of one cause each, what fails the run first. */
  problems: Type.Array(Problem),
  observations: Type.Array(Observation),
  /** Where the service departs from its own habits: never gating. */
  odd: Type.Optional(Type.Array(Oddity)),
  thresholds: Type.Array(ThresholdResult),
  coverage: Type.Object({
    clauses: Coverage,
    transitions: Coverage,
    /** Each move of a session from each kind of page: first, middle, final, only. */
    transitionsByPage: Coverage,
    statuses: Coverage,
    keyForms: Coverage,
    answerTypes: Coverage,
    errors: Coverage,
    /** Places that clauses speak of, each with how many clauses were looked at there. */
    places: Type.Optional(Coverage),
  }),
  generator: Type.Object({ ...GeneratorHealth.properties, watch: Type.Optional(GeneratorWatch) }),
  /** Of a run on many machines. */
  fleet: Type.Optional(FleetResult),
  capacity: Type.Array(CapacityResult),
  audit: Type.Union([AuditResult, Type.Null()]),
  /** By question, most refused first. */
  refusals: Type.Optional(Type.Array(RefusalResult)),
  /** Requests that injected bad luck has touched, by its kind. */
  injected: Type.Optional(Type.Array(InjectedResult)),
  /** How long connections took to be made; absent where none was. */
  connections: Type.Optional(ConnectionResult),
  /** What each persona of the profile experienced, by name; absent without personas. */
  personas: Type.Optional(Type.Array(PersonaResult)),
  /** What the run created on the target, so that it can be removed. */
  created: Type.Array(Type.Object({ endpoint: Type.String(), id: Type.String(), marker: Type.String() })),
  timeline: Timeline,
});
export type RunResult = Type.Static<typeof RunResult>;
