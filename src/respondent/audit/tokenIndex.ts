import type { CompletionLedger } from './completionLedger.ts';
import { hashText, hashWords } from './textHash.ts';

const none = -1;

/** Finds the entry of a token: an open hash table of row numbers, 8 bytes an entry. */
export class TokenIndex {
  readonly #ledger: CompletionLedger;
  readonly #slots: Int32Array;

  /** Indexes the rows that a record can name. Of entries with one token the first is found. */
  constructor(ledger: CompletionLedger) {
    this.#ledger = ledger;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(16, ledger.count * 2)))).fill(none);
    for (let row = 0; row < ledger.count; row++) {
      const { surveyId, nameless } = ledger.entry(row);
      if (nameless) continue;
      const slot = this.#slotOf(surveyId, ledger.tokenOf(row));
      if (this.#slots[slot] === none) this.#slots[slot] = row;
    }
  }

  /** The row of a token in a survey, or -1. */
  rowOf(surveyId: number, token: string): number {
    return this.#slots[this.#slotOf(surveyId, token)] ?? none;
  }

  /** The slot where the token is, or would be. */
  #slotOf(surveyId: number, token: string): number {
    hashText(surveyId, token);
    const [first, second] = [hashWords[0] ?? 0, hashWords[1] ?? 0];
    const mask = this.#slots.length - 1;
    for (let slot = first & mask; ; slot = (slot + 1) & mask) {
      const row = this.#slots[slot] ?? none;
      if (row === none) return slot;
      const [knownFirst, knownSecond] = this.#ledger.tokenHash(row);
      if (knownFirst === first && knownSecond === second) return slot;
    }
  }
}
