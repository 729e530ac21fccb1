import type { DuetOutcome } from '../duet/duetPlan.ts';
import type { ShardsOutcome } from '../load/shard/shards.ts';
import { isWholeLedger, type LedgerColumns } from '../respondent/audit/completionLedger.ts';
import type { SecondDelta } from '../result/tally/delta.ts';
import type { DuetDelta } from '../result/tally/duetTally.ts';
import type { PackedLedger, Told } from './messages.ts';

/** What is told at the end. */
export interface ToldEnd<Outcome> {
  readonly seconds: number;
  readonly outcome: Outcome;
}

/** How one kind of work is told by workers, and heard by their leader. */
export interface Telling<Second, Outcome> {
  second(second: Second): Told;
  finished(end: ToldEnd<Outcome>): Told;
  /** `null` for anything else. */
  secondOf(told: Told): Second | null;
  endOf(told: Told): ToldEnd<Outcome> | null;
  /** What each of its services shows of a second. */
  deltasOf(second: Second): readonly SecondDelta[];
}

export const loadTelling: Telling<SecondDelta, ShardsOutcome> = {
  second: (delta) => ({ kind: 'second', delta }),
  finished: ({ seconds, outcome: { completions, created } }) => {
    return { kind: 'finished', seconds, completions: completions.map(packLedger), created };
  },
  secondOf: (told) => (told.kind === 'second' ? told.delta : null),
  endOf: (told) => {
    if (told.kind !== 'finished') return null;
    const { seconds, completions, created } = told;
    return { seconds, outcome: { completions: unpacked(completions), created } };
  },
  deltasOf: (delta) => [delta],
};

export const duetTelling: Telling<DuetDelta, DuetOutcome> = {
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
      outcome: { completions: { base: unpacked(base), candidate: unpacked(candidate) } },
    };
  },
  deltasOf: ({ sides }) => [sides.base, sides.candidate],
};

function unpacked(ledgers: readonly PackedLedger[]): LedgerColumns[] {
  return ledgers.map(unpackLedger).filter((ledger) => ledger !== null);
}

/** A ledger as it travels between machines. Its words are little-endian, as every machine that canvass runs on is. */
export function packLedger({ count, surveys, words, tokens, kinds, walks }: LedgerColumns): PackedLedger {
  return {
    count,
    surveys: [...surveys],
    words: Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString('base64'),
    tokens: Buffer.from(tokens.buffer, tokens.byteOffset, tokens.byteLength).toString('base64'),
    kinds: kinds.map(([surveyId, id, classes]) => [surveyId, id, classes]),
    walks: [...walks],
  };
}

/** @returns the ledger; `null` when it is none */
export function unpackLedger({ count, surveys, words, tokens, kinds, walks }: PackedLedger): LedgerColumns | null {
  const wordBytes = Uint8Array.from(Buffer.from(words, 'base64'));
  const ledger = {
    count,
    surveys,
    words: new Uint32Array(wordBytes.buffer, 0, wordBytes.byteLength >>> 2),
    tokens: Uint8Array.from(Buffer.from(tokens, 'base64')),
    kinds,
    walks,
  };
  return isWholeLedger(ledger) ? ledger : null;
}
