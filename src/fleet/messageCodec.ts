import type { ShardsOutcome } from '../load/shard/shards.ts';
import type { KeptCompletions } from '../respondent/audit/completionLedger.ts';
import type { SecondDelta } from '../result/tally/delta.ts';
import type { DuetDelta } from '../result/tally/duetTally.ts';
import type { PackedLedger, WorkerMessage } from './messages.ts';

/** How the seconds of one kind of work travel between machines. */
export interface MessageCodec<Second> {
  messageOf(second: Second): WorkerMessage;
  /** `null` for anything else. */
  secondOf(message: WorkerMessage): Second | null;
  /** What each of its services shows of a second. */
  deltasOf(second: Second): readonly SecondDelta[];
}

export const loadCodec: MessageCodec<SecondDelta> = {
  messageOf: (delta) => ({ kind: 'second', delta }),
  secondOf: (message) => (message.kind === 'second' ? message.delta : null),
  deltasOf: (delta) => [delta],
};

export const duetCodec: MessageCodec<DuetDelta> = {
  messageOf: (delta) => ({ kind: 'twin-second', delta }),
  secondOf: (message) => (message.kind === 'twin-second' ? message.delta : null),
  deltasOf: ({ sides }) => [sides.base, sides.candidate],
};

/** What a worker says at its end. */
export interface WorkEnd {
  readonly seconds: number;
  readonly outcome: ShardsOutcome;
}

export function messageOfEnd({ seconds, outcome: { completions, created } }: WorkEnd): WorkerMessage {
  return { kind: 'finished', seconds, completions: completions.map((each) => each.map(packLedger)), created };
}

/** `null` for anything else. */
export function endOf(message: WorkerMessage): WorkEnd | null {
  if (message.kind !== 'finished') return null;
  const { seconds, completions, created } = message;
  return { seconds, outcome: { completions: completions.map((each) => each.map(unpackLedger)), created } };
}

/** A ledger as it travels between machines: its bytes in base64. */
export function packLedger({ pages, chunks }: KeptCompletions): PackedLedger {
  return { pages: [...pages], chunks: chunks.map((chunk) => Buffer.from(chunk).toString('base64')) };
}

export function unpackLedger({ pages, chunks }: PackedLedger): KeptCompletions {
  return { pages, chunks: chunks.map((chunk) => Uint8Array.from(Buffer.from(chunk, 'base64'))) };
}
