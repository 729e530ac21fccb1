/** Fewer letters of a secret turn up in any text by chance. */
const shortestBegun = 4;
/** So many letters of a secret tell of it, though the rest is another's: they go, and are not looked at again. */
const tellingBegun = 64;

/** What stands where a long text was cut. */
const cutBytes = Buffer.from('…');

/**
 * Forms of secrets, found in a text all at once: however many there are, a byte of the text is looked at
 * `tellingBegun` times at most, so a session whose token changes with every answer slows nothing down. What only one
 * form goes on with is kept as it is, not byte by byte: most of a token is its own.
 */
export class SecretTrie {
  /** The node behind a node and a byte, under `256 * node + byte`; 0 is the root. */
  readonly #next = new Map<number, number>();
  /** By byte: 1 where a form begins with it. Few do, and most bytes of a text are asked no further. */
  readonly #begins = new Uint8Array(256);
  /** By node: 1 where a form ends. */
  readonly #ends: number[] = [0];
  /** By node: how the only form behind it goes on. */
  readonly #tails: Uint8Array[] = [noTail];

  add(form: Uint8Array): void {
    if (form.length < shortestBegun) return;
    this.#begins[form[0] as number] = 1;
    let node = 0;
    for (let at = 0; at < form.length; at++) {
      this.#shorten(node);
      const known = this.#next.get(256 * node + (form[at] as number));
      if (known === undefined) {
        this.#branch(node, form.subarray(at));
        return;
      }
      node = known;
    }
    this.#ends[node] = 1;
  }

  /** Where forms stand in `text`, into `found`: from, and one past the end; of one that was cut off its beginning. */
  find(text: Uint8Array, found: [from: number, to: number][]): void {
    for (let at = 0; at < text.length; ) {
      if (this.#begins[text[at] as number] === 0) {
        at++;
        continue;
      }
      const end = this.#endAt(text, at);
      if (end > at) found.push([at, end]);
      at = Math.max(at + 1, end);
    }
  }

  /** A tail may be shared from now on: its first byte becomes a node. */
  #shorten(node: number): void {
    const tail = this.#tails[node] as Uint8Array;
    if (tail.length === 0) return;
    this.#tails[node] = noTail;
    this.#branch(node, tail);
  }

  /** A new node behind `node`, and what follows as its tail. */
  #branch(node: number, rest: Uint8Array): void {
    const tail = rest.subarray(1);
    const child = this.#ends.push(tail.length === 0 ? 1 : 0) - 1;
    this.#tails.push(tail.length === 0 ? noTail : tail);
    this.#next.set(256 * node + (rest[0] as number), child);
  }

  /** Where the longest form ends that begins at `from`, -1 where none does. */
  #endAt(text: Uint8Array, from: number): number {
    let node = 0;
    let end = -1;
    let at = from;
    for (; at < text.length; at++) {
      const next = this.#next.get(256 * node + (text[at] as number));
      if (next === undefined) break;
      node = next;
      if (this.#ends[node] === 1) end = at + 1;
    }
    const tail = this.#tails[node] as Uint8Array;
    let matched = 0;
    while (matched < tail.length && text[at + matched] === tail[matched]) matched++;
    at += matched;
    if (tail.length > 0 && matched === tail.length) end = at;
    const begun = at - from;
    return begun >= tellingBegun || (begun >= shortestBegun && isCut(text, at)) ? at : end;
  }
}

const noTail = new Uint8Array();

function isCut(text: Uint8Array, at: number): boolean {
  return cutBytes.every((byte, index) => text[at + index] === byte);
}
