const length = 8;
/** Bits for each letter of a text: one in eight is set then, and one other text in sixty goes on to be looked for. */
const bitsEach = 8;

/**
 * Which eight letters stand one after the other anywhere in a text, as bits by their hash: whether another text can
 * stand in it is told by its first and its last eight, however long the text is. Wrong in one direction only.
 */
export class EightLetters {
  readonly #bits: Uint32Array;
  readonly #mask: number;

  constructor(text: string) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(32, text.length * bitsEach)));
    this.#bits = new Uint32Array(size / 32);
    this.#mask = size - 1;
    for (let at = 0; at + length <= text.length; at++) {
      const bit = hashAt(text, at) & this.#mask;
      this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  /** Whether `text` may stand there: `false` is sure. */
  mayHold(text: string): boolean {
    if (text.length < length) return true;
    return this.#has(hashAt(text, 0)) && this.#has(hashAt(text, text.length - length));
  }

  #has(hash: number): boolean {
    const bit = hash & this.#mask;
    return (((this.#bits[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1;
  }
}

/** FNV-1a of the eight letters at `at`. */
function hashAt(text: string, at: number): number {
  let hash = 0x811c9dc5;
  for (let i = at; i < at + length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash ^ (hash >>> 15);
}
