/** The text of a body, for rules that look for something in it. */
export interface BodyText {
  /** All of it, as it came. */
  readonly whole: string;
  /**
   * Whether `what` holds of the text, or of a part of it. Parts end at quotes: what is looked for must not hold one.
   *
   * @param what the same function each time, which goes by the text alone: what it said of a text is remembered.
   */
  shows(what: (text: string) => boolean): boolean;
  /** Whether a text stands in it. */
  includes(text: string): boolean;
}

/** The text of a body that may never come again. */
export class WholeText implements BodyText {
  readonly whole: string;

  constructor(whole: string) {
    this.whole = whole;
  }

  shows(what: (text: string) => boolean): boolean {
    return what(this.whole);
  }

  includes(text: string): boolean {
    return this.whole.includes(text);
  }
}

/** What is the same in all bodies of a repeat, with what was found in it: the text around the values that vary. */
export class RepeatedText {
  readonly #text: string;
  readonly #shown = new Map<(text: string) => boolean, boolean>();
  #letters: EightLetters | null = null;

  /** @param text of the body, with nothing in the place of what varies. */
  constructor(text: string) {
    this.#text = text;
  }

  shows(what: (text: string) => boolean): boolean {
    const known = this.#shown.get(what);
    if (known !== undefined) return known;
    const shows = what(this.#text);
    this.#shown.set(what, shows);
    return shows;
  }

  includes(text: string): boolean {
    this.#letters ??= new EightLetters(this.#text);
    return this.#letters.mayHold(text) && this.#text.includes(text);
  }
}

/** The text of one body of a repeat: only what varies in it is looked at anew. */
export class TextOfRepeat implements BodyText {
  readonly whole: string;
  readonly #around: RepeatedText;
  readonly #varied: readonly string[];

  /** @param varied what varies in it, with all that stands around each value up to the next quotes */
  constructor(whole: string, around: RepeatedText, varied: readonly string[]) {
    this.whole = whole;
    this.#around = around;
    this.#varied = varied;
  }

  shows(what: (text: string) => boolean): boolean {
    return this.#around.shows(what) || this.#varied.some(what);
  }

  includes(text: string): boolean {
    // A text with a quote in it may begin around the id and go on in it.
    if (text.includes('"')) return this.whole.includes(text);
    return this.#around.includes(text) || this.#varied.some((part) => part.includes(text));
  }
}

const length = 8;
/** Bits for each letter of a text: one in eight is set then, and one other text in sixty goes on to be looked for. */
const bitsEach = 8;

/**
 * Which eight letters stand one after the other anywhere in a text, as bits by their hash: whether another text can
 * stand in it is told by its first and its last eight, however long the text is. Wrong in one direction only.
 */
export class EightLetters {
  readonly #bits: Uint32Array;
  /** A hash without so many of its bits is the number of a bit. */
  readonly #shift: number;

  constructor(text: string) {
    const sizeBits = Math.ceil(Math.log2(Math.max(32, text.length * bitsEach)));
    this.#bits = new Uint32Array(2 ** (sizeBits - 5));
    this.#shift = 32 - sizeBits;
    let hash = 0;
    for (let at = 0; at < text.length; at++) {
      hash = (Math.imul(hash, factor) + text.charCodeAt(at)) | 0;
      if (at >= length) hash = (hash - Math.imul(text.charCodeAt(at - length), factorOfPast)) | 0;
      if (at < length - 1) continue;
      const bit = this.#bitOf(hash);
      this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  /** Whether `text` may stand there: `false` is sure. */
  mayHold(text: string): boolean {
    if (text.length < length) return true;
    return this.#has(hashAt(text, 0)) && this.#has(hashAt(text, text.length - length));
  }

  #has(hash: number): boolean {
    const bit = this.#bitOf(hash);
    return (((this.#bits[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  }

  /** The upper bits of a product know all bits of its factors. */
  #bitOf(hash: number): number {
    return Math.imul(hash, 0x9e3779b1) >>> this.#shift;
  }
}

/** A hash is the eight letters as digits, so that the next letter takes the place of the one eight before it. */
const factor = 0x01000193;
const factorOfPast = Array.from({ length }).reduce<number>((power) => Math.imul(power, factor), 1);

function hashAt(text: string, at: number): number {
  let hash = 0;
  for (let i = at; i < at + length; i++) hash = (Math.imul(hash, factor) + text.charCodeAt(i)) | 0;
  return hash;
}
