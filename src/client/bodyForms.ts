import { type Form, formOf, readBy, type Sample } from './bodyForm.ts';
import { hashed } from './bufferHash.ts';
import type { ReadBody } from './readBody.ts';

/** Bytes before the id that tell, with the length, which forms a body may have: no value among them is learnt. */
const tellingBytes = 64;
/** Longer bodies are no pages. */
const longestBody = 256 * 1024;
/** Bounds of what is kept: then everything is forgotten. */
const mostBytes = 8 * 1024 * 1024;
const mostForms = 8;
const mostSamples = 4;
/** After so many bodies in a row that showed no form only one in eight is looked at. */
const patience = 64;
/** A form is there as bytes, as text and parsed. */
const copiesKept = 3;

interface Bucket {
  /** The latest ones: pages on which other answers are marked may be as long, and end alike. */
  readonly samples: Sample[];
  readonly forms: Form[];
}

/**
 * Bodies that are alike but for their `requestID` and one more value, which is another one each time: a time, a trace, what a
 * service gets wrong. Nobody says where it stands: two bodies that differ in one place have it there. So a page that is wrong each
 * time otherwise is compared, not parsed, and only the rules that look at that value judge it.
 */
export class BodyForms {
  readonly #buckets = new Map<number, Bucket>();
  #bytes = 0;
  #fruitless = 0;
  /** Where the id stood last, from the end. */
  #idBytes = 0;
  #behind = 0;

  /** Reads a body by its form; `null` where it has none that is known. */
  find(body: Buffer): ReadBody | null {
    const idTo = body.length - this.#behind;
    const idFrom = idTo - this.#idBytes;
    if (this.#buckets.size === 0 || idFrom < tellingBytes) return null;
    const bucket = this.#buckets.get(hashed(idFrom, body, idFrom - tellingBytes, idFrom));
    for (const form of bucket?.forms ?? []) {
      const read = readBy(form, body, idFrom, idTo);
      if (read !== null) return read;
    }
    return null;
  }

  /** Takes in a body that was parsed: with the one before that ends alike it may show what varies. */
  learn(body: Buffer, idFrom: number, id: string, json: Readonly<Record<string, unknown>>): void {
    if (idFrom < tellingBytes || body.length > longestBody) return;
    if (this.#fruitless++ > patience && this.#fruitless % 8 > 0) return;
    this.#idBytes = id.length;
    this.#behind = body.length - idFrom - id.length;
    const key = hashed(idFrom, body, idFrom - tellingBytes, idFrom);
    const bucket = this.#buckets.get(key);
    const sample = { body: Buffer.from(body), idFrom };
    this.#keep(body.length);
    if (bucket === undefined) {
      this.#buckets.set(key, { samples: [sample], forms: [] });
      return;
    }
    let form: Form | null = null;
    for (const before of bucket.samples) form ??= formOf(before, sample, id, json);
    if (form === null) {
      if (bucket.samples.push(sample) > mostSamples) bucket.samples.shift();
      return;
    }
    this.#fruitless = 0;
    this.#keep(copiesKept * body.length);
    if (bucket.forms.unshift(form) > mostForms) bucket.forms.pop();
  }

  #keep(bytes: number): void {
    if (this.#bytes > mostBytes) {
      this.#buckets.clear();
      this.#bytes = 0;
    }
    this.#bytes += bytes;
  }
}
