/** What may begin at the start of a JSON text, or between its values. */
const space = /[ \t\n\r]*/y;
const scalar =
  /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Where a text stops being JSON, in characters from 0, and what stands there instead. */
export interface JsonFault {
  readonly at: number;
  readonly expected: string;
}

/** The first place at which a text is not JSON; `null` where it is. For people: `JSON.parse` does not always say. */
export function jsonFault(text: string): JsonFault | null {
  const reader = new JsonScanner(text);
  const fault = reader.value();
  if (fault !== null) return fault;
  reader.skip(space);
  return reader.at === text.length ? null : { at: reader.at, expected: 'the end' };
}

/** Reads values one after the other; lists and objects are kept on a stack of their own, so depth does no harm. */
class JsonScanner {
  readonly #text: string;
  at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Moves past what matches here; whether anything did. */
  skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.#text)) return false;
    const moved = pattern.lastIndex > this.at;
    this.at = pattern.lastIndex;
    return moved;
  }

  value(): JsonFault | null {
    const open: ('[' | '{')[] = [];
    for (;;) {
      this.skip(space);
      const letter = this.#text[this.at];
      if (letter === '[' || letter === '{') {
        open.push(letter);
        this.at++;
        this.skip(space);
        if (this.#text[this.at] !== closing[letter]) {
          const fault = letter === '{' ? this.#key() : null;
          if (fault !== null) return fault;
          continue;
        }
      } else if (!this.skip(scalar)) return { at: this.at, expected: 'a value' };
      const fault = this.#close(open);
      if (fault !== null || open.length === 0) return fault;
    }
  }

  /** Past what closes lists and objects, to the next value of the innermost that is left open. */
  #close(open: ('[' | '{')[]): JsonFault | null {
    for (;;) {
      const inner = open.at(-1);
      if (inner === undefined) return null;
      this.skip(space);
      const letter = this.#text[this.at];
      if (letter === closing[inner]) {
        open.pop();
        this.at++;
      } else if (letter === ',') {
        this.at++;
        return inner === '{' ? this.#key() : null;
      } else return { at: this.at, expected: `"," or "${closing[inner]}"` };
    }
  }

  #key(): JsonFault | null {
    this.skip(space);
    if (this.#text[this.at] !== '"' || !this.skip(scalar)) return { at: this.at, expected: 'the name of a member' };
    this.skip(space);
    if (this.#text[this.at] !== ':') return { at: this.at, expected: '":"' };
    this.at++;
    return null;
  }
}

const closing = { '[': ']', '{': '}' } as const;

/** The fault of a body in a sentence: `not JSON: at byte 12 there is "<htm" where "," or "}" is due`. */
export function jsonFaultText(body: string): string {
  if (body === '') return 'an empty body';
  const fault = jsonFault(body);
  if (fault === null) return 'not JSON';
  const byte = Buffer.byteLength(body.slice(0, fault.at));
  const found = body.slice(fault.at, fault.at + 12);
  return `not JSON: at byte ${byte} ${found === '' ? 'the body ends' : `stands ${JSON.stringify(found)}`} where ${fault.expected} is due`;
}
