import { EightLetters } from './substringFilter.ts';

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
