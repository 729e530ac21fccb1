/**
 * Small fast counter generator (sfc32), seeded from a seed and a stream, so that each respondent draws from a sequence
 * of its own. Not for secrets.
 */
export class Random {
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 1;

  constructor(seed: number, stream: number) {
    this.restart(seed, stream, 0);
  }

  /** Begins another sequence: that of `place` within the stream, a whole number of 32 bits. */
  restart(seed: number, stream: number, place: number): void {
    this.#a = scramble(seed | 0);
    this.#b = scramble(Math.floor(seed / 2 ** 32) ^ 0x9e3779b9 ^ place);
    this.#c = scramble(stream ^ 0x85ebca6b);
    this.#counter = 1;
    for (let i = 0; i < 12; i++) this.next32();
  }

  /** 32 random bits as an unsigned integer. */
  next32(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + sum) | 0;
    return sum >>> 0;
  }

  /** Uniform in [0, 1). */
  next(): number {
    return this.next32() / 4294967296;
  }

  /** Uniform integer from 0 to `bound` − 1; 0 for a bound below 1. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  /** Uniform integer from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of some, each as often as its weight says; `undefined` where none has any. */
  weighted<Choice extends { readonly weight: number }>(choices: readonly Choice[]): Choice | undefined {
    let at = this.next() * choices.reduce((sum, { weight }) => sum + weight, 0);
    for (const choice of choices) {
      at -= choice.weight;
      if (at < 0) return choice;
    }
    return undefined;
  }

  /** Standard normal deviate (Box and Muller, 1958). */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return radius * Math.cos(2 * Math.PI * this.next());
  }
}

function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 16)) | 0;
}
