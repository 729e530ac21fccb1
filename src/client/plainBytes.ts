/** A text without what can be written in several ways, in small letters; each byte knows where it came from. */
export interface PlainBytes {
  readonly bytes: Uint8Array;
  /** By byte: the index of the first character that it was written with, and of the one behind the last. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Escapes may stand in escapes: markup in JSON in a URL. */
const mostRounds = 3;

/**
 * A text in UTF-8 with percent-encoding, JSON escapes and character references undone, without white space and
 * backslashes, in small letters (ASCII): what is the same to a reader is the same here. Linear in its length.
 */
export function plainBytesOf(text: string): PlainBytes {
  const decoder = new Decoder(writtenBytesOf(text));
  for (let round = 1; decoder.decode() && round < mostRounds; round++) decoder.again();
  return decoder.plain;
}

/** A text in UTF-8, as it is written. */
export function writtenBytesOf(text: string): PlainBytes {
  const bytes = Buffer.from(text);
  const starts = new Uint32Array(bytes.length);
  const ends = new Uint32Array(bytes.length);
  if (bytes.length === text.length) {
    for (let at = 0; at < bytes.length; at++) {
      starts[at] = at;
      ends[at] = at + 1;
    }
    return { bytes, starts, ends };
  }
  let at = 0;
  for (let index = 0; index < text.length; ) {
    const code = text.codePointAt(index) ?? 0;
    const end = index + (code > 0xffff ? 2 : 1);
    for (let left = utf8Length(code); left > 0; left--, at++) {
      starts[at] = index;
      ends[at] = end;
    }
    index = end;
  }
  return { bytes, starts, ends };
}

function utf8Length(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** Takes escapes out of a text, a level at a time, in place: what is undone is never longer. */
class Decoder {
  readonly #bytes: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  /** Bytes of this level, and of the next one so far. */
  #length: number;
  #written = 0;

  constructor({ bytes, starts, ends }: PlainBytes) {
    this.#bytes = bytes;
    this.#starts = starts;
    this.#ends = ends;
    this.#length = bytes.length;
  }

  get plain(): PlainBytes {
    const end = this.#written;
    return {
      bytes: this.#bytes.subarray(0, end),
      starts: this.#starts.subarray(0, end),
      ends: this.#ends.subarray(0, end),
    };
  }

  again(): void {
    this.#length = this.#written;
    this.#written = 0;
  }

  /** One level of escapes less. @returns whether there was any. */
  decode(): boolean {
    const bytes = this.#bytes;
    let hadEscapes = false;
    for (let at = 0; at < this.#length; ) {
      const byte = bytes[at] as number;
      if (byte !== percent && byte !== backslash && byte !== ampersand) {
        if (byte > 0x20) this.#put(byte, at, at + 1);
        at++;
        continue;
      }
      const found = escapeAt(bytes.subarray(0, this.#length), at);
      if (found === null) {
        if (byte !== backslash) this.#put(byte, at, at + 1);
        at++;
        continue;
      }
      hadEscapes = true;
      if (found.isByte) this.#put(found.code, at, found.end);
      else for (const part of utf8(found.code)) this.#put(part, at, found.end);
      at = found.end;
    }
    return hadEscapes;
  }

  #put(byte: number, from: number, to: number): void {
    const at = this.#written++;
    const start = this.#starts[from] as number;
    this.#ends[at] = this.#ends[to - 1] as number;
    this.#starts[at] = start;
    this.#bytes[at] = byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte;
  }
}

interface Escape {
  readonly code: number;
  /** Whether it stands for a byte of UTF-8, not for a character. */
  readonly isByte: boolean;
  readonly end: number;
}

function escapeAt(bytes: Uint8Array, at: number): Escape | null {
  const byte = bytes[at];
  if (byte === ampersand) return referenceAt(bytes, at);
  if (byte === percent) {
    const code = hexValue(bytes, at + 1, at + 3);
    return code < 0 ? null : { code, isByte: true, end: at + 3 };
  }
  const next = bytes[at + 1];
  // A line break or a tab, as any white space, says nothing.
  if (next === 0x6e || next === 0x72 || next === 0x74) return { code: 0x20, isByte: false, end: at + 2 };
  const code = next === 0x75 ? hexValue(bytes, at + 2, at + 6) : -1;
  return code < 0 ? null : { code, isByte: false, end: at + 6 };
}

const percent = 0x25;
const backslash = 0x5c;
const ampersand = 0x26;
const semicolon = 0x3b;
const longestReference = 12;
const named: Readonly<Record<string, number>> = { amp: 0x26, lt: 0x3c, gt: 0x3e, quot: 0x22, apos: 0x27 };

/** The character reference at an ampersand, `null` where there is none. */
function referenceAt(bytes: Uint8Array, at: number): Escape | null {
  const semicolonAt = bytes.subarray(at, at + longestReference).indexOf(semicolon);
  if (semicolonAt < 3) return null;
  const name = String.fromCharCode(...bytes.subarray(at + 1, at + semicolonAt)).toLowerCase();
  const end = at + semicolonAt + 1;
  const [, hex, decimal] = /^#(?:x([0-9a-f]+)|(\d+))$/.exec(name) ?? [];
  const code = hex !== undefined ? Number.parseInt(hex, 16) : decimal !== undefined ? Number(decimal) : named[name];
  return code === undefined || code > 0x10ffff ? null : { code, isByte: false, end };
}

/** The number that hexadecimal digits stand for, -1 where they are none. */
function hexValue(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) {
    const letter = (bytes[at] ?? 0) | 0x20;
    const digit = letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : (bytes[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 15 || (digit > 9 && letter < 0x61)) return -1;
    value = value * 16 + digit;
  }
  return value;
}

function utf8(code: number): readonly number[] {
  if (code < 0x80) return code > 0x20 && code !== backslash ? [code] : [];
  if (code < 0x800) return [0xc0 | (code >> 6), 0x80 | (code & 63)];
  if (code < 0x10000) return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
  return [0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)];
}
