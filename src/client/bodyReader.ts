import { deepestJson, isRecord, parseJson } from '../contract/jsonShape.ts';
import type { BodyRepeat } from '../result/exchange.ts';
import { hashed } from './hashed.ts';

/** A response body as text and as JSON; `repeat` as `Exchange` has it. */
export interface ReadBody {
  readonly text: string;
  /** `undefined` when the text is not JSON. */
  readonly json: unknown;
  readonly repeat: BodyRepeat | null;
}

/** A body that has come before: everything around the value of its `requestID`, and what it parsed to. */
interface KnownBody {
  readonly head: Buffer;
  readonly tail: Buffer;
  readonly headText: string;
  readonly tailText: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly repeat: BodyRepeat;
}

const longestRequestId = 128;
const longestInline = 16;
/**
 * Characters that a JSON string holds as they are, but for blanks, brackets and at signs: nothing that rules look for in
 * the text of a body (stack traces, passwords) reaches from what stands around such an id into it. Others than ASCII are
 * left to the parser.
 */
const plainText = /^[!#-'*-?A-[\]-~]*$/;
/** Known bodies of one length, those that come most first; more of them are not worth comparing. */
const bodiesOfOneLength = 8;
/** Bounds of what is kept: then everything is forgotten but what has come since the last time. */
const maxBytesKept = 16 * 1024 * 1024;
/** Hashes of bodies that came once or twice: a body is kept when its hash comes a third time. */
const hashesKept = 8192;

/**
 * Reads response bodies. A survey's pages come again and again with nothing changed but their `requestID`: such a body
 * is compared with the one that came before, byte by byte, and is not decoded and parsed again. What it parses to is
 * shared by all its repeats, and frozen.
 */
export class BodyReader {
  #young = new Map<number, KnownBody[]>();
  #old = new Map<number, KnownBody[]>();
  #youngBytes = 0;
  readonly #hashes = new Int32Array(hashesKept);
  readonly #deepest: number;

  /** @param deepest lists and objects within each other; a body with more of them is read as no JSON. */
  constructor(deepest: number = deepestJson) {
    this.#deepest = deepest;
  }

  read(body: Buffer): ReadBody {
    const known = this.#find(body);
    if (known !== null) return known;
    const text = body.toString('utf8');
    const json = parseJson(text, body, this.#deepest);
    const kept = isRecord(json) ? this.#keep(body, json) : null;
    return { text, json: kept === null ? json : kept.members, repeat: kept?.repeat ?? null };
  }

  #find(body: Buffer): ReadBody | null {
    const length = body.length;
    const young = this.#young.get(length);
    if (young !== undefined) {
      for (let at = 0; at < young.length; at++) {
        const known = young[at] as KnownBody;
        const id = requestIdIn(body, known);
        if (id === null) continue;
        if (at > 0) {
          young[at] = young[at - 1] as KnownBody;
          young[at - 1] = known;
        }
        return this.#again(known, id);
      }
    }
    const old = this.#old.get(length);
    if (old === undefined) return null;
    for (const known of old) {
      const id = requestIdIn(body, known);
      if (id === null) continue;
      this.#add(length, known);
      return this.#again(known, id);
    }
    return null;
  }

  #again(known: KnownBody, requestID: string): ReadBody {
    return {
      text: known.headText + requestID + known.tailText,
      json: { ...known.members, requestID },
      repeat: known.repeat,
    };
  }

  #keep(body: Buffer, json: Readonly<Record<string, unknown>>): KnownBody | null {
    const id = json.requestID;
    if (typeof id !== 'string' || id.length > longestRequestId || !plainText.test(id)) return null;
    // However a service writes its JSON: the id is where its value stands, as `knownBodyOf` finds confirmed.
    const from = body.lastIndexOf(`"${id}"`, undefined, 'latin1') + 1;
    if (from === 0 || !this.#comesOften(body, from, from + id.length)) return null;
    const known = knownBodyOf(body, from, id, json);
    if (known !== null) this.#add(body.length, known);
    return known;
  }

  /**
   * Whether the body has come twice before, by its hash: a page with somebody's own answers often comes twice in a
   * walk, and then never again.
   */
  #comesOften(body: Buffer, idFrom: number, idTo: number): boolean {
    const hash = hashOf(body, idFrom, idTo);
    const at = hash & (hashesKept - 1);
    const before = this.#hashes[at];
    this.#hashes[at] = before === hash ? ~hash : before === ~hash ? 0 : hash;
    return before === ~hash;
  }

  #add(length: number, known: KnownBody): void {
    if (this.#youngBytes > maxBytesKept / 2) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngBytes = 0;
    }
    const bodies = this.#young.get(length);
    if (bodies === undefined) this.#young.set(length, [known]);
    else if (bodies.length < bodiesOfOneLength) bodies.push(known);
    else {
      bodies[bodies.length - 1] = known;
      return;
    }
    this.#youngBytes += length;
  }
}

/** The request id in `body` when the rest of it is `known`, or `null`. */
function requestIdIn(body: Buffer, known: KnownBody): string | null {
  const { head, tail } = known;
  const from = head.length;
  const to = body.length - tail.length;
  if (to < from || to - from > longestRequestId) return null;
  if (!endsWith(body, tail, to) || body.compare(head, 0, from, 0, from) !== 0) return null;
  const id = body.toString('latin1', from, to);
  return plainText.test(id) ? id : null;
}

/** Whether `body` is `tail` from `at` on. Most tails are two characters: a comparison here costs less than a call. */
function endsWith(body: Buffer, tail: Buffer, at: number): boolean {
  if (tail.length > longestInline) return body.compare(tail, 0, tail.length, at) === 0;
  for (let i = 0; i < tail.length; i++) if (body[at + i] !== tail[i]) return false;
  return true;
}

/** Takes a body apart around `id`, which stands at `from`; `null` where that is not the `requestID` at its top. */
function knownBodyOf(
  body: Buffer,
  from: number,
  id: string,
  json: Readonly<Record<string, unknown>>,
): KnownBody | null {
  const head = Buffer.from(body.subarray(0, from));
  const tail = Buffer.from(body.subarray(from + id.length));
  const headText = head.toString('utf8');
  const tailText = tail.toString('utf8');
  if (!isTopMember(headText, id, tailText)) return null;
  const members = { ...json };
  if (!freeze(members, 0)) return null;
  return { head, tail, headText, tailText, members, repeat: Object.freeze({ text: headText + tailText }) };
}

/** Whether another value in that place is read back as the request id of the top. */
function isTopMember(headText: string, id: string, tailText: string): boolean {
  const probe = parseJson(`${headText}${id}?${tailText}`);
  return isRecord(probe) && probe.requestID === `${id}?`;
}

/** A hash of a body without the value of its `requestID`. */
function hashOf(body: Buffer, idFrom: number, idTo: number): number {
  const head = hashed(body.length | 0, body, 0, idFrom);
  const hash = hashed(head, body, idTo, body.length);
  return hash ^ (hash >>> 15);
}

/** Freezes a JSON value through and through; false where it is nested beyond all sense, as only a hostile body is. */
function freeze(value: object, depth: number): boolean {
  if (depth > deepest) return false;
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null && !freeze(member, depth + 1)) return false;
  }
  Object.freeze(value);
  return true;
}

const deepest = 100;
