/** Fewer letters of a secret turn up in any text by chance. */
const shortestBegun = 4;
/** So many letters of a secret tell of it, though the rest is another's: they go, and are not looked at again. */
const tellingBegun = 64;

/** What stands where a long text was cut. */
const cutBytes = Buffer.from('…');

/**
 * Forms of secrets, found in a text all at once: however many there are, a byte of the text is looked at
 * `tellingBegun` times at most, so a session whose token changes with every answer slows nothing down.
 */
export class SecretTrie {
  /** The node behind a node and a byte, under `256 * node + byte`; 0 is the root. */
  readonly #next = new Map<number, number>();
  /** By node: 1 where a form ends. */
  readonly #ends: number[] = [0];

  add(form: Uint8Array): void {
    if (form.length < shortestBegun) return;
    let node = 0;
    for (const byte of form) {
      const key = 256 * node + byte;
      const known = this.#next.get(key);
      node = known ?? this.#ends.push(0) - 1;
      if (known === undefined) this.#next.set(key, node);
    }
    this.#ends[node] = 1;
  }

  /** Where forms stand in `text`, into `found`: from, and one past the end; of one that was cut off its beginning. */
  find(text: Uint8Array, found: [from: number, to: number][]): void {
    for (let at = 0; at < text.length; ) {
      const end = this.#endAt(text, at);
      if (end > at) found.push([at, end]);
      at = Math.max(at + 1, end);
    }
  }

  /** Where the longest form ends that begins at `from`, -1 where none does. */
  #endAt(text: Uint8Array, from: number): number {
    let node = 0;
    let end = -1;
    let at = from;
    for (; at < text.length; at++) {
      const next = this.#next.get(256 * node + (text[at] ?? 0));
      if (next === undefined) break;
      node = next;
      if (this.#ends[node] === 1) end = at + 1;
    }
    const begun = at - from;
    return begun >= tellingBegun || (begun >= shortestBegun && isCut(text, at)) ? at : end;
  }
}

function isCut(text: Uint8Array, at: number): boolean {
  return cutBytes.every((byte, index) => text[at + index] === byte);
}
