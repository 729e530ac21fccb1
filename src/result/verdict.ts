import Type from 'typebox';
import { EntityId } from '../contract/entityId.ts';
import { TraceId } from './slowest.ts';
import { Symptom } from './symptom.ts';

/** Verdict of a clause (design, How a run is judged). */
export const Verdict = Type.Enum([
  'CONFORMS',
  'VIOLATES',
  'DEVIATES',
  'OBSERVED',
  'DRIFTED',
  'INCONSISTENT',
  'INCONCLUSIVE',
  'NOT-EXERCISED',
  'HARNESS-ERROR',
]);
export type Verdict = Type.Static<typeof Verdict>;

/** How a violation stands to the accepted baseline. */
export const BaselineStanding = Type.Union([
  Type.Object({ kind: Type.Literal('NEW') }),
  Type.Object({ kind: Type.Literal('KNOWN'), issue: Type.String(), expires: Type.String() }),
  Type.Object({ kind: Type.Literal('GONE') }),
  Type.Object({ kind: Type.Literal('FLAKY'), failed: Type.Integer(), repeated: Type.Integer() }),
]);
export type BaselineStanding = Type.Static<typeof BaselineStanding>;

/**
 * One concrete step of a witness: enough to send the request again. Secrets are placeholders (`$CANVASS_API_KEY`);
 * `session` says which of the witness's sessions sends it (0 is the first).
 */
export const WitnessStep = Type.Object({
  session: Type.Integer(),
  endpoint: Type.String(),
  method: Type.String(),
  path: Type.String(),
  /** Request headers beyond the session's own, secrets replaced. */
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.Union([Type.String(), Type.Null()]),
  /** What is done to the session before this step: nothing, drop it, forge it, use a stale one, wait, swap. */
  sessionTransport: Type.Enum(['keep', 'drop', 'forge', 'stale', 'idle', 'swap']),
  /** Steps with the same non-zero number are sent at the same time. */
  concurrent: Type.Integer(),
  /** The trace that it was sent in. */
  traceId: Type.Optional(TraceId),
  response: Type.Object({
    httpStatus: Type.Integer(),
    failure: Type.Union([Type.String(), Type.Null()]),
    /** Redacted, and cut to a bound. */
    body: Type.String(),
  }),
});
export type WitnessStep = Type.Static<typeof WitnessStep>;

/** The exchanges that prove a verdict (design, Words), replayable, and as a `curl` script. */
export const Witness = Type.Object({
  steps: Type.Array(WitnessStep),
  /** Index of the step whose response shows the violation. */
  failingStep: Type.Integer(),
  /** Of a violation, a script that says whether it is there; `''` where none can tell. */
  curl: Type.String(),
  /** Why none can, to go on `for …`; absent where there is a script, or no step to take again. */
  noScript: Type.Optional(Type.String()),
});
export type Witness = Type.Static<typeof Witness>;

/** What a violation depends on. `sometimes`: alone too, but not each time; how often is in `reproduction`. */
export const Classification = Type.Enum([
  'always',
  'sometimes',
  'load-only',
  'interleaving-only',
  'not-reproduced',
  'unclassified',
]);
export type Classification = Type.Static<typeof Classification>;

/** What a respondent gave, and what a record holds of it, question by question. */
export const StoredAnswers = Type.Object({
  /** The token of the respondent. */
  respondent: Type.String(),
  /** Of the record; `null` where there is none. */
  responseId: Type.Union([EntityId, Type.Null()]),
  questions: Type.Array(
    Type.Object({
      questionId: EntityId,
      question: Type.String(),
      /** Empty: left out. */
      given: Type.String(),
      /** Empty: nothing of it. */
      stored: Type.String(),
      differs: Type.Boolean(),
    }),
  ),
  /** The walk that gave it: what was submitted, page by page. */
  submitted: Type.Array(Type.String()),
});
export type StoredAnswers = Type.Static<typeof StoredAnswers>;

/** What the checks that broke have in common, and hardly any that held. */
export const Condition = Type.Object({
  /** Goes on a sentence: `when “extRef” is given`. */
  words: Type.String(),
  /** So many of those checks that have it broke, and so many others held. */
  failed: Type.Integer(),
  of: Type.Integer(),
  others: Type.Integer(),
  /** Whether chance hardly makes it; else it is told of what shows each time it is repeated. */
  isSure: Type.Boolean(),
  /** It begins with the so manyth request of its kind: whoever repeats it alone has to send it as often. */
  from: Type.Optional(Type.Integer()),
});
export type Condition = Type.Static<typeof Condition>;

/** One distinct violation of a clause; equal ones are counted. */
export const Violation = Type.Object({
  /** The same in every command and every run. */
  id: Type.String(),
  clause: Type.String(),
  endpoint: Type.String(),
  /** Where in the body: `response.meta.isFinalPage`; empty for all of it. */
  path: Type.String(),
  /** Whether it may fail a run: a promise, not a reading or a sample of the document. */
  gating: Type.Boolean(),
  count: Type.Integer(),
  expected: Type.String(),
  actual: Type.String(),
  symptom: Type.Optional(Symptom),
  classification: Classification,
  baseline: BaselineStanding,
  witness: Witness,
  /** Whole seconds since the start of the run when it was first seen. */
  firstSecond: Type.Optional(Type.Integer()),
  /** The trace of the exchange that showed it first: a witness that was shortened has those of its repetition. */
  traceId: Type.Optional(TraceId),
  /** How often the witness failed again when it was repeated on its own, and how many steps it was recorded with. */
  reproduction: Type.Optional(
    Type.Object({
      failed: Type.Integer(),
      repeated: Type.Integer(),
      recordedSteps: Type.Integer(),
      /** The steps did not show it each time; the probes of its clause did, once more. */
      byProbe: Type.Optional(Type.Boolean()),
    }),
  ),
  /** Of what an audit found: in how many of how many chances of the run. */
  chances: Type.Optional(Type.Object({ failed: Type.Integer(), of: Type.Integer(), what: Type.String() })),
  /** How often it was seen in which survey; absent of what is seen in none. */
  surveys: Type.Optional(Type.Record(Type.String(), Type.Integer())),
  /** What separates the checks that broke from those that held, where something does. */
  condition: Type.Optional(Condition),
  /** Of what an audit of stored completions found, where the walk was kept. */
  answers: Type.Optional(StoredAnswers),
});
export type Violation = Type.Static<typeof Violation>;

/** What became of one clause in a run. A clause is green only with evidence: `checked` is the number of checks. */
export const ClauseResult = Type.Object({
  id: Type.String(),
  section: Type.String(),
  title: Type.String(),
  basis: Type.String(),
  level: Type.Enum(['must', 'should', 'silent']),
  verdict: Verdict,
  checked: Type.Integer(),
  failed: Type.Integer(),
  violations: Type.Array(Type.String()),
  /** Where it was looked at, of the places that its sentence speaks of, and where it was not; absent where it speaks of one. */
  places: Type.Optional(Type.Object({ looked: Type.Array(Type.String()), missed: Type.Array(Type.String()) })),
  /** Why it was not exercised, inconclusive, or a harness error. */
  reason: Type.Optional(Type.String()),
});
export type ClauseResult = Type.Static<typeof ClauseResult>;

/** What the service did where the document is silent: each alternative that was seen, how often, with a witness. */
export const Observation = Type.Object({
  id: Type.String(),
  question: Type.String(),
  section: Type.String(),
  verdict: Verdict,
  alternatives: Type.Array(
    Type.Object({ value: Type.String(), count: Type.Integer(), witness: Type.Union([Witness, Type.Null()]) }),
  ),
  /** The accepted observation of the baseline, where there is one. */
  pinned: Type.Optional(Type.String()),
  /** A sentence that the document's author could paste. */
  proposal: Type.Optional(Type.String()),
});
export type Observation = Type.Static<typeof Observation>;
