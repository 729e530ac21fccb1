import Type, { type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/schema';
import { EntityId } from '../contract/entityId.ts';
import { RunResult } from '../result/runResult.ts';
import { SecondDelta } from '../result/tally/delta.ts';
import { DuetDelta, mostNames } from '../result/tally/duetTally.ts';

/** A message as it travels: JSON in UTF-8. @param replaced what stands in the place of a member, as `JSON.stringify` has it */
export function encoded(message: unknown, replaced?: (member: string, value: unknown) => unknown): Uint8Array {
  return Buffer.from(JSON.stringify(message, replaced));
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
 * What leader and workers of a fleet say to each other, as schemas: whatever arrives, and opens, is checked against them.
 * Instants are ms since the epoch by the clock of the machine that is named, with fractions.
 */

const text = Type.String({ maxLength: 1000 });
/** What people are shown: nothing that a terminal would follow. */
const line = Type.String({ maxLength: 1000, pattern: '^[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]*$' });
/** The name of a machine, or a version. */
const label = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._+-]{0,254}$' });
const id = Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' });
const count = Type.Integer({ minimum: 0 });
/** A keyed hash, in hexadecimal digits. */
const proof = Type.String({ pattern: '^[0-9a-f]{64}$' });
const nonce = Type.String({ pattern: '^[0-9a-f]{32}$' });

/** To everybody of a fleet: who is there? */
const Call = Type.Object({ nonce });
export const readCall = readerOf(Call);

/** A worker, as it answers the call. */
const Present = Type.Object({
  /** Drawn anew by each process. */
  id,
  /** Drawn anew each time that it begins to wait: no session of before can be opened with it again. */
  nonce,
  name: id,
  version: label,
  host: label,
  /** Generating threads that it brings. */
  threads: Type.Integer({ minimum: 1, maximum: 4096 }),
  /** The machine of who leads it now; `null` while it waits. */
  leader: Type.Union([label, Type.Null()]),
});
export type Present = Type.Static<typeof Present>;
export const readPresent = readerOf(Present);

/** To one worker: be part of what this leader does, until it is over. */
const Join = Type.Object({
  /** Drawn by the leader: all that is said from now on is sealed for it. */
  session: nonce,
  /** The machine of the leader. */
  leader: label,
  /** A worker that hears nothing of its leader for so long stops its load, and is free. */
  silenceMs: Type.Number({ minimum: 1, maximum: 3_600_000 }),
});
export type Join = Type.Static<typeof Join>;
export const readJoin = readerOf(Join);

const Clock = Type.Object({ kind: Type.Literal('clock') });

/** To one worker that has joined: another leader has the others, so this one begins anew. */
const Release = Type.Object({ kind: Type.Literal('release') });

/** An API key of a plan: where a worker may find it, and what tells it that the leader has the same. */
const PlanKey = Type.Object({
  variables: Type.Array(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,99}$' }), { maxItems: 100 }),
  proof,
});
export type PlanKey = Type.Static<typeof PlanKey>;

/** One service of a plan, and who walks it. */
const PlanSide = Type.Object({
  /** The tag of its respondents. */
  run: id,
  keepCompletions: Type.Boolean(),
  /** The resolved profile as JSON, secrets left out. */
  profile: Type.String(),
  /** In the order of the profile. */
  keys: Type.Array(PlanKey, { maxItems: 10_000 }),
  forbiddenKey: Type.Union([PlanKey, Type.Null()]),
});
export type PlanSide = Type.Static<typeof PlanSide>;

/** To one worker: make ready for a plan. */
const Prepare = Type.Object({
  kind: Type.Literal('prepare'),
  /** The run's tag, and the number of the worker in it. */
  run: id,
  worker: count,
  part: Type.Object({ first: count, count: Type.Integer({ minimum: 1 }), shards: Type.Integer({ minimum: 1 }) }),
  schedule: Type.Union([Type.Literal('stages'), Type.Literal('adjustable')]),
  /** One service, or base and candidate of a duet. */
  sides: Type.Union([Type.Tuple([PlanSide]), Type.Tuple([PlanSide, PlanSide])]),
  /** Of a duet: names of differences that mean nothing. */
  learnt: Type.Array(text, { maxItems: mostNames }),
});
export type Prepare = Type.Static<typeof Prepare>;

/** To one worker: begin at this instant of its own clock. */
const Begin = Type.Object({ kind: Type.Literal('begin'), run: id, startEpochMs: Type.Number() });

/** What a leader asks one worker that has joined. */
const Ask = Type.Union([Clock, Release, Prepare, Begin]);
export type Ask = Type.Static<typeof Ask>;
export const readAsk = readerOf(Ask);

/** A worker will not. */
const Refused = Type.Object({ kind: Type.Literal('refused'), code: Type.Union([text, Type.Null()]), why: line });

/** What a worker answers: in the order of the questions, or a refusal. */
const Answer = Type.Union([
  Type.Object({ kind: Type.Literal('joined') }),
  Type.Object({ kind: Type.Literal('clock'), epochMs: Type.Number() }),
  Type.Object({ kind: Type.Literal('released') }),
  Type.Object({ kind: Type.Literal('ready') }),
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

/** A ledger of completions as JSON: its bytes in base64. */
export const PackedLedger = Type.Object({
  pages: Type.Array(Type.Array(KeptQuestion)),
  chunks: Type.Array(Type.String()),
});
export type PackedLedger = Type.Static<typeof PackedLedger>;

/** What a worker tells of a run, in JetStream: each message sealed with its number, from 0. */
const WorkerMessage = Type.Union([
  Type.Object({ kind: Type.Literal('second'), delta: SecondDelta }),
  Type.Object({ kind: Type.Literal('twin-second'), delta: DuetDelta }),
  /** A thread of it was lost; the others go on. */
  Type.Object({ kind: Type.Literal('trouble'), why: line }),
  /** So many messages to it were dropped: the leader had not sealed them. */
  Type.Object({ kind: Type.Literal('dropped'), count }),
  /** It has ended, after so many seconds. */
  Type.Object({
    kind: Type.Literal('finished'),
    seconds: count,
    /** Of each service that is walked. */
    completions: Type.Array(Type.Array(PackedLedger)),
    created: RunResult.properties.created,
  }),
  /** It has ended before its time. */
  Type.Object({ kind: Type.Literal('left'), why: line }),
]);
export type WorkerMessage = Type.Static<typeof WorkerMessage>;
export const readWorkerMessage = readerOf(WorkerMessage);

/** What is too large for a message of NATS lies in the object store, sealed as the message would be. */
const Parcel = Type.Object({ kind: Type.Literal('parcel'), object: proof, bytes: count });
export const readParcel = readerOf(Parcel);

const unshown = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Words as a message may hold them: on one line, at most as long as it may be. */
export function lineOf(words: string): string {
  return words.replace(unshown, ' ').slice(0, 1000);
}

/** The name of a machine, as messages hold it. */
export function labelOf(name: string): string {
  return (
    name
      .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9._+-]/g, '-')
      .replace(/^-+/, '')
      .slice(0, 255) || 'machine'
  );
}
