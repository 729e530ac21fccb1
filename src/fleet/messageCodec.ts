import type { DuetOutcome } from '../duet/duetPlan.ts';
import type { ShardsOutcome } from '../load/shard/shards.ts';
import type { KeptCompletions } from '../respondent/audit/completionLedger.ts';
import type { SecondDelta } from '../result/tally/delta.ts';
import type { DuetDelta } from '../result/tally/duetTally.ts';
import type { PackedLedger, WorkerMessage } from './messages.ts';

/** What is told at the end. */
export interface WorkEnd<Outcome> {
  readonly seconds: number;
  readonly outcome: Outcome;
}

/** How one kind of work is told by workers, and heard by their leader. */
export interface MessageCodec<Second, Outcome> {
  second(second: Second): WorkerMessage;
  finished(end: WorkEnd<Outcome>): WorkerMessage;
  /** `null` for anything else. */
  secondOf(message: WorkerMessage): Second | null;
  endOf(message: WorkerMessage): WorkEnd<Outcome> | null;
  /** What each of its services shows of a second. */
  deltasOf(second: Second): readonly SecondDelta[];
}

export const loadCodec: MessageCodec<SecondDelta, ShardsOutcome> = {
  second: (delta) => ({ kind: 'second', delta }),
  finished: ({ seconds, outcome: { completions, created } }) => {
    return { kind: 'finished', seconds, completions: completions.map(packLedger), created };
  },
  secondOf: (told) => (told.kind === 'second' ? told.delta : null),
  endOf: (told) => {
    if (told.kind !== 'finished') return null;
    const { seconds, completions, created } = told;
    return { seconds, outcome: { completions: completions.map(unpackLedger), created } };
  },
  deltasOf: (delta) => [delta],
};

export const duetCodec: MessageCodec<DuetDelta, DuetOutcome> = {
  second: (delta) => ({ kind: 'twin-second', delta }),
  finished: ({ seconds, outcome: { completions } }) => {
    const { base, candidate } = completions;
    const packed = { base: base.map(packLedger), candidate: candidate.map(packLedger) };
    return { kind: 'twins-finished', seconds, completions: packed };
  },
  secondOf: (told) => (told.kind === 'twin-second' ? told.delta : null),
  endOf: (told) => {
    if (told.kind !== 'twins-finished') return null;
    const { base, candidate } = told.completions;
    return {
      seconds: told.seconds,
      outcome: { completions: { base: base.map(unpackLedger), candidate: candidate.map(unpackLedger) } },
    };
  },
  deltasOf: ({ sides }) => [sides.base, sides.candidate],
};

/** A ledger as it travels between machines: its bytes in base64. */
export function packLedger({ pages, chunks }: KeptCompletions): PackedLedger {
  return { pages: [...pages], chunks: chunks.map((chunk) => Buffer.from(chunk).toString('base64')) };
}

export function unpackLedger({ pages, chunks }: PackedLedger): KeptCompletions {
  return { pages, chunks: chunks.map((chunk) => Uint8Array.from(Buffer.from(chunk, 'base64'))) };
}
