import Type, { type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { EntityId } from '../contract/entityId.ts';
import { RunResult } from '../result/runResult.ts';
import { SecondDelta } from '../result/tally/delta.ts';
import { DuetDelta, mostNames } from '../result/tally/duetTally.ts';

/** A message as it travels: JSON in UTF-8. */
export function encoded(message: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(message));
}

/** Reads messages of one kind: the message, or `null` for anything else, whoever sent it. */
function readerOf<Schema extends TSchema>(schema: Schema): (bytes: Uint8Array) => Static<Schema> | null {
  const validator = Compile(schema);
  return (bytes) => {
    try {
      const value: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
      return validator.Check(value) ? value : null;
    } catch {
      return null;
    }
  };
}

/**
 * What leader and workers of a fleet say to each other, as schemas: whatever arrives is checked against them, as anybody
 * may be on the bus. Instants are ms since the epoch by the clock of the machine that is named, with fractions.
 */

const text = Type.String({ maxLength: 1000 });
const id = Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' });
const count = Type.Integer({ minimum: 0 });
/** A keyed hash, in hexadecimal digits. */
const proof = Type.String({ pattern: '^[0-9a-f]{64}$' });
const nonce = Type.String({ pattern: '^[0-9a-f]{32}$' });

/** A worker, as it answers the call to everybody of a fleet: who is there? */
const Present = Type.Object({
  /** Told anew by each process. */
  id,
  name: id,
  version: text,
  host: text,
  /** Generating threads that it brings. */
  threads: Type.Integer({ minimum: 1, maximum: 4096 }),
  /** Who leads it now; `null` while it waits. */
  leader: Type.Union([text, Type.Null()]),
});
export type Present = Type.Static<typeof Present>;
export const readPresent = readerOf(Present);

/** To one worker: be part of what this leader does, until it is over. */
const Join = Type.Object({
  kind: Type.Literal('join'),
  session: id,
  leader: text,
  /** A worker that hears nothing of its leader for so long stops its load, and is free. */
  silenceMs: Type.Number({ minimum: 1, maximum: 3_600_000 }),
});

const Clock = Type.Object({ kind: Type.Literal('clock') });

/** One service of a plan, and who walks it. */
const PlanSide = Type.Object({
  /** The tag of its respondents. */
  run: id,
  keepCompletions: Type.Boolean(),
  /** The resolved profile as JSON, secrets left out. */
  profile: Type.String(),
  /** What tells each API key to a worker that has it, in the order of the profile, and the forbidden key. */
  keys: Type.Array(proof, { maxItems: 10_000 }),
  forbiddenKey: Type.Union([proof, Type.Null()]),
});

/** To one worker: make ready for a plan. */
const Prepare = Type.Object({
  kind: Type.Literal('prepare'),
  session: id,
  /** The run's tag, and the number of the worker in it. */
  run: id,
  worker: count,
  part: Type.Object({ first: count, count: Type.Integer({ minimum: 1 }), shards: Type.Integer({ minimum: 1 }) }),
  schedule: Type.Union([Type.Literal('stages'), Type.Literal('adjustable')]),
  nonce,
  /** One service, or base and candidate of a duet. */
  sides: Type.Union([Type.Tuple([PlanSide]), Type.Tuple([PlanSide, PlanSide])]),
  /** Of a duet: names of differences that mean nothing. */
  learnt: Type.Array(text, { maxItems: mostNames }),
});
export type Prepare = Type.Static<typeof Prepare>;

/** To one worker: begin at this instant of its own clock. */
const Begin = Type.Object({ kind: Type.Literal('begin'), session: id, run: id, startEpochMs: Type.Number() });

/** What a leader asks one worker. */
const Ask = Type.Union([Join, Clock, Prepare, Begin]);
export type Ask = Type.Static<typeof Ask>;
export const readAsk = readerOf(Ask);

/** A worker will not. */
const Refused = Type.Object({ kind: Type.Literal('refused'), code: Type.Union([text, Type.Null()]), why: text });

/** What a worker answers: in the order of the questions, or a refusal. */
const Answer = Type.Union([
  Type.Object({ kind: Type.Literal('joined'), nonce }),
  Type.Object({ kind: Type.Literal('clock'), epochMs: Type.Number() }),
  /** Proves that it has the keys: a hash each. */
  Type.Object({ kind: Type.Literal('ready'), proofs: Type.Array(proof, { maxItems: 10_000 }) }),
  /** When it heard of the start, by its own clock. */
  Type.Object({ kind: Type.Literal('begun'), heardEpochMs: Type.Number() }),
  Refused,
]);
export type Answer = Type.Static<typeof Answer>;
export const readAnswer = readerOf(Answer);

/**
 * From the leader to everybody it leads, at each change and several times a second: how things stand, not what to do, so
 * that a beat that is lost or comes twice changes nothing.
 */
const Beat = Type.Object({
  session: id,
  /** Rises; an older beat that comes late says nothing. */
  number: count,
  /** The run that goes on; `null` between runs. */
  run: Type.Union([id, Type.Null()]),
  /** Every change of the rate so far: arrivals a second, and from when on, ms since the start. */
  rates: Type.Array(
    Type.Object({ fromMs: Type.Number({ minimum: 0 }), arrivalsPerSecond: Type.Number({ minimum: 0 }) }),
  ),
  /** Every demand to stop so far. */
  stops: Type.Array(Type.Object({ graceMs: Type.Number({ minimum: 0 }) })),
  /** Seconds that are summed: nobody needs to keep them. */
  summedSeconds: count,
  /** Ids of the workers that are given up. */
  lost: Type.Array(id),
  /** The leader needs nobody any more. */
  over: Type.Boolean(),
});
export type Beat = Type.Static<typeof Beat>;
export const readBeat = readerOf(Beat);

const KeptQuestion = Type.Object({
  id: EntityId,
  text: Type.String(),
  keys: Type.Array(Type.String()),
  answers: Type.Array(Type.Object({ id: EntityId, text: Type.String() })),
});

/** A ledger of completions as JSON: its buffers in base64. */
export const PackedLedger = Type.Object({
  count,
  words: Type.String(),
  tokens: Type.String(),
  kinds: Type.Array(Type.Tuple([count, EntityId, count])),
  walks: Type.Array(
    Type.Object({
      surveyId: count,
      token: text,
      pages: Type.Array(Type.Object({ questions: Type.Array(KeptQuestion), body: Type.String() })),
    }),
  ),
});
export type PackedLedger = Type.Static<typeof PackedLedger>;

/** What a worker tells of a run, in JetStream. `number` counts what it tells, from 0. */
const Told = Type.Union([
  Type.Object({ kind: Type.Literal('second'), id, number: count, delta: SecondDelta }),
  Type.Object({ kind: Type.Literal('twin-second'), id, number: count, delta: DuetDelta }),
  /** A thread of it was lost; the others go on. */
  Type.Object({ kind: Type.Literal('trouble'), id, number: count, why: text }),
  /** It has ended, after so many seconds. */
  Type.Object({
    kind: Type.Literal('finished'),
    id,
    number: count,
    seconds: count,
    completions: Type.Array(PackedLedger),
    created: RunResult.properties.created,
  }),
  Type.Object({
    kind: Type.Literal('twins-finished'),
    id,
    number: count,
    seconds: count,
    completions: Type.Object({ base: Type.Array(PackedLedger), candidate: Type.Array(PackedLedger) }),
  }),
  /** It has ended before its time. */
  Type.Object({ kind: Type.Literal('left'), id, number: count, why: text }),
]);
export type Told = Type.Static<typeof Told>;
export const readTold = readerOf(Told);

/** What is too large for a message of NATS lies in the object store. */
const Parcel = Type.Object({ kind: Type.Literal('parcel'), object: text });
export const readParcel = readerOf(Parcel);
