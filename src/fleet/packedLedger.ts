import { isWholeLedger, type LedgerColumns } from '../respondent/audit/completionLedger.ts';
import type { PackedLedger } from './messages.ts';

/** A ledger as it travels between machines. Its words are little-endian, as every machine that canvass runs on is. */
export function packLedger({ count, words, tokens, kinds, walks }: LedgerColumns): PackedLedger {
  return {
    count,
    words: Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString('base64'),
    tokens: Buffer.from(tokens.buffer, tokens.byteOffset, tokens.byteLength).toString('base64'),
    kinds: kinds.map(([surveyId, id, classes]) => [surveyId, id, classes]),
    walks: [...walks],
  };
}

/** @returns the ledger; `null` when it is none */
export function unpackLedger({ count, words, tokens, kinds, walks }: PackedLedger): LedgerColumns | null {
  const wordBytes = Uint8Array.from(Buffer.from(words, 'base64'));
  const ledger = {
    count,
    words: new Uint32Array(wordBytes.buffer, 0, wordBytes.byteLength >>> 2),
    tokens: Uint8Array.from(Buffer.from(tokens, 'base64')),
    kinds,
    walks,
  };
  return isWholeLedger(ledger) ? ledger : null;
}
