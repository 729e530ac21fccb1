import Type, { type TProperties } from 'typebox';
import { EntityId } from '../contract/entityId.ts';
import { AbsenceKind } from './absence.ts';
import { Obstacle } from './obstacle.ts';

const count = Type.Integer();
const named = Type.Array(Type.String());

/** A machine of a fleet that did not stay to the end, and the share of the load that it had. */
const lostWorker = {
  worker: Type.String(),
  afterSeconds: Type.Number(),
  sharePercent: Type.Number(),
  why: Type.String(),
};

/** What kept those clauses from being looked at that the run was about. */
const kept = { because: Type.Optional(named) };

/** What a reason with `code` holds; `run` names the shard of a merged result that it is of. */
function reason<Code extends string, Facts extends TProperties>(code: Code, facts: Facts) {
  return Type.Object({ code: Type.Literal(code), run: Type.Optional(Type.String()), ...facts });
}

/**
 * Why a run has its verdict, as data (design, How a run is judged): `reasonWords` says each in a sentence. Codes and
 * members are part of `result.json`, so that nobody has to read the sentences back.
 */
export const Reason = Type.Union([
  // Why it failed.
  /** Violations of one cause are one problem, and may break many promises. */
  /** `following`: those of them that must break where the others of their problem do. */
  reason('promises-broken', { problems: count, clauses: named, following: Type.Optional(named) }),
  reason('accepted-answers-broken', { questions: named }),
  reason('threshold-missed', { expression: Type.String(), abortedAtSecond: Type.Union([Type.Number(), Type.Null()]) }),
  reason('coverage-too-low', { percent: Type.Number(), wantedPercent: Type.Number() }),
  // Why it proves nothing.
  reason('no-respondent', {}),
  reason('no-request', kept),
  reason('never-answered', { failures: Type.Array(Type.Object({ failure: Type.String(), count })) }),
  /** `failure`: what most of the last requests brought; `fromSecond`: since when no answer came, where it is known. */
  reason('stopped-answering', { requests: count, failure: Type.String(), fromSecond: Type.Optional(count) }),
  reason('always-throttled', { requests: count }),
  /** Of these surveys hardly any walk got anywhere; `walks` came to an end, `failed` of them at an obstacle. */
  reason('walks-failed', { surveys: Type.Array(EntityId), walks: count, failed: count, obstacle: Obstacle }),
  /** Every walk was stopped before its end. */
  reason('no-walk-ended', { walks: count }),
  /** Most requests brought nothing usable, though walks ended. */
  reason('hardly-any-answer', { requests: count, usable: count, obstacle: Obstacle }),
  reason('calls-failed', { endpoint: Type.String(), requests: count, obstacle: Obstacle }),
  /** Questions that `named`, a key of the profile, has of a survey, and none of its completed walks met; `shownBy` other surveys. */
  reason('question-never-shown', {
    survey: EntityId,
    questions: Type.Array(EntityId),
    named: Type.String(),
    walks: count,
    shownBy: Type.Array(EntityId),
  }),
  /** It came to the bound that was asked for; `clauses` were still to come. */
  reason('ended-at-bound', { bound: Type.String(), clauses: named }),
  /** So early that nobody had come to the end of a survey. */
  reason('ended-too-early', { bound: Type.String(), requests: count }),
  reason('interrupted', { afterSeconds: Type.Number() }),
  reason('no-check', kept),
  reason('no-answer-to-question', {}),
  reason('nothing-after-warmup', {}),
  reason('arrivals-dropped', { dropped: count, arrivals: count }),
  reason('generator-busy', { percentOfTime: Type.Number() }),
  reason('generator-late', { percentOfTime: Type.Number() }),
  reason('machine-crowded', { tookCores: Type.Number(), cores: count, percentOfTime: Type.Number() }),
  /** The longest, and how many there were. */
  reason('generator-away', { what: AbsenceKind, atSecond: Type.Number(), seconds: Type.Number(), times: count }),
  /** A wall clock was set back: nothing is timed by it. */
  reason('clock-set-back', { atSecond: Type.Number(), seconds: Type.Number() }),
  reason('threshold-not-measured', { expression: Type.String() }),
  /** Missed, and perhaps by the generator alone. */
  reason('threshold-untold', { expression: Type.String() }),
  reason('thread-lost', { why: Type.String() }),
  reason('worker-lost', lostWorker),
  /** As many may be lost, says who started the run. */
  reason('worker-lost-allowed', lostWorker),
  /** What a worker of a fleet has told cannot be so by its part of the plan; `due` is `null` for a run without an end of its own. */
  reason('worker-contradicts-plan', {
    worker: Type.String(),
    what: Type.Enum(['seconds', 'arrivals', 'walks', 'requests']),
    told: count,
    due: Type.Union([count, Type.Null()]),
  }),
  /** A service that refuses what is too much for one key: what it let through, and how many such respondents that is. */
  reason('rate-limited', {
    refused: count,
    callsPerMinute: Type.Number(),
    respondentsPerMinute: Type.Union([Type.Number(), Type.Null()]),
  }),
  reason('rate-budget-too-small', { neededPerMinute: count, allowedPerMinute: Type.Number(), apiKeys: count }),
  reason('run-killed', { afterSeconds: Type.Number(), plannedSeconds: Type.Number() }),
  reason('tool-failed', { error: Type.String() }),
  // What suggests that the target, or its key, is another one than was meant.
  reason('undocumented-answers', { usual: Type.String() }),
  reason('nothing-granted', { usual: Type.String() }),
  // What canvass did not look at, by what the profile names, and by a limit of its own.
  reason('all-turned-away', { surveys: Type.Array(EntityId), walks: count }),
  reason('answers-beyond-limits', { answers: count, endpoints: named }),
  // Of runs that were added up, those that prove nothing alone.
  reason('runs-invalid', { runs: named, of: count }),
  // Known violations that are to be looked at again.
  reason('known-expired', { clause: Type.String(), issue: Type.String(), expires: Type.String() }),
  reason('known-gone', { clause: Type.String() }),
  reason('tolerated', { violations: count }),
  // Capacity; `reading` is what the capacity of the datacenter says itself.
  reason('no-capacity', {}),
  reason('capacity', { datacenter: Type.String(), reading: Type.String() }),
  reason('violations-met', { kinds: count }),
]);
export type Reason = Type.Static<typeof Reason>;

/** A reason with one code. */
export type ReasonOf<Code extends Reason['code']> = Extract<Reason, { code: Code }>;

/** Walks, or calls, that the service answered with errors so often that they came to nothing: no plan asks for that. */
export function isOfServiceErrors(reason: Reason): boolean {
  return 'obstacle' in reason && reason.obstacle === 'service-error';
}
