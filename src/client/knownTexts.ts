import { parseJson } from '../contract/jsonShape.ts';
import { hashed, standsAt } from './bufferHash.ts';

/**
 * Characters that a JSON string holds as they are, but for blanks, brackets and at signs: nothing that rules look for in
 * the text of a body (stack traces, passwords) reaches from what stands around such a value into it. Others than ASCII are
 * left to the parser.
 */
export const plainText = /^[!#-'*-?A-[\]-~]*$/;

/** A text of a JSON body: what stands between its quotes, and what that says. */
export interface KnownText {
  readonly written: string;
  readonly value: string;
  readonly bytes: Buffer;
}

/** Nothing is nested in a text. */
const noBytes = new Uint8Array();
/** Longer ones are decoded each time. */
const longestKept = 16 * 1024;
/** Bytes that are kept: then everything is forgotten. */
const mostBytes = 4 * 1024 * 1024;
/** An entry costs more than its text, which is there as bytes, as it is written, and as it reads. */
const bytesBeside = 200;
const copiesKept = 3;

/** The texts that vary in bodies, and come again in others: each is decoded once, and one string ever after. */
export class KnownTexts {
  readonly #known = new Map<number, KnownText>();
  #bytes = 0;

  /** The text between two quotes of a body; `null` where it has not come before. */
  find(body: Buffer, from: number, to: number): KnownText | null {
    const known = this.#known.get(hashed(to - from, body, from, to));
    return known?.bytes.length === to - from && standsAt(body, known.bytes, from) ? known : null;
  }

  /** Decodes such a text; `null` where it is none of JSON. @param isKept whether it may come again */
  read(body: Buffer, from: number, to: number, isKept: boolean): Omit<KnownText, 'bytes'> | null {
    const written = body.toString('utf8', from, to);
    const value = plainText.test(written) ? written : parseJson(`"${written}"`, noBytes);
    if (typeof value !== 'string') return null;
    if (isKept && to - from <= longestKept) {
      const bytes = Buffer.from(body.subarray(from, to));
      this.#keep(hashed(to - from, body, from, to), { written, value, bytes });
    }
    return { written, value };
  }

  #keep(hash: number, text: KnownText): void {
    if (this.#bytes > mostBytes) {
      this.#known.clear();
      this.#bytes = 0;
    }
    this.#bytes += text.bytes.length * copiesKept + bytesBeside;
    this.#known.set(hash, text);
  }
}
