import { isRecord, parseJson } from '../contract/jsonShape.ts';
import type { BodyRepeat } from '../result/exchange.ts';
import { standsAt } from './bufferHash.ts';
import type { KnownTexts } from './knownTexts.ts';

/** A response body as text and as JSON; `repeat` and `varied` as `Exchange` has them. */
export interface ReadBody {
  readonly text: string;
  /** `undefined` when the text is not JSON. */
  readonly json: unknown;
  readonly repeat: BodyRepeat | null;
  readonly varied: readonly string[] | null;
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
/** Values up to this length may differ in any way; of longer ones at least half must be the same, at both ends. */
const shortValueBytes = 64;

/** A body that was parsed, and where its texts and numbers stand, names of members among them: from and to, in turns. */
export interface Sample {
  readonly body: Buffer;
  readonly places: readonly number[];
}

export function sampleOf(body: Buffer): Sample {
  const places: number[] = [];
  for (let at = 0; at < body.length; at++) {
    const isText = body[at] === quote;
    if (!isText && !isDigit(body[at])) continue;
    const from = isText ? at + 1 : at;
    at = isText ? endOfText(body, from) : endOfNumber(body, from);
    places.push(from, at);
    if (!isText) at--;
  }
  return { body: Buffer.from(body), places };
}

function endOfText(body: Buffer, from: number): number {
  let at = from;
  for (let byte = body[at]; byte !== quote && byte !== undefined; byte = body[at]) at += byte === backslash ? 2 : 1;
  return at;
}

function endOfNumber(body: Buffer, from: number): number {
  let at = from;
  // Digits, `-`, `+`, `.`, `e` and `E`.
  while (isDigit(body[at]) || body[at] === 0x2b || body[at] === 0x2e || ((body[at] ?? 0) | 0x20) === 0x65) at++;
  return at;
}

function isDigit(byte = 0): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2d;
}

/** The values by which two bodies differ, as indices of `places`; `null` where they are not two versions of one. */
export function differencesOf(one: Sample, other: Sample): readonly number[] | null {
  if (one.places.length !== other.places.length) return null;
  const differing: number[] = [];
  for (let at = 0; at < one.places.length; at += 2) {
    const [mine, its] = [valueAt(one, at), valueAt(other, at)];
    if (mine.length === its.length && standsAt(mine, its, 0)) continue;
    if (isName(one, at) || !isVersion(mine, its)) return null;
    differing.push(at);
  }
  return differing;
}

function valueAt({ body, places }: Sample, at: number): Buffer {
  return body.subarray(places[at], places[at + 1]);
}

function isName({ body, places }: Sample, at: number): boolean {
  return body[(places[at + 1] ?? 0) + 1] === colon;
}

/** Whether two values may be of one kind, as the markup of a question with another answer in it. */
function isVersion(one: Buffer, other: Buffer): boolean {
  const shorter = Math.min(one.length, other.length);
  if (Math.max(one.length, other.length) <= shortValueBytes) return true;
  let before = 0;
  while (before < shorter && one[before] === other[before]) before++;
  let behind = 0;
  while (behind < shorter - before && one[one.length - 1 - behind] === other[other.length - 1 - behind]) behind++;
  return 2 * (before + behind) >= shorter;
}

/** An object or list in which values vary, by the names of its members. */
interface Varying {
  readonly whole: object;
  readonly inner: (readonly [name: string, at: number | Varying])[];
}

interface Hole {
  readonly kind: 'text' | 'number' | 'id';
  /** What stands before and behind a number up to the next quotes: what may be looked for in a text reaches beyond it. */
  readonly lead: string;
  readonly trail: string;
}

/** A body that was read by its form. */
export interface FormedBody {
  readonly read: ReadBody;
  /** Whether each of its values has come before. */
  readonly isKnown: boolean;
}

interface Parts {
  /** What stands around the values. */
  readonly parts: readonly Buffer[];
  readonly texts: readonly string[];
  readonly holes: readonly Hole[];
  readonly varying: Varying;
  readonly repeat: BodyRepeat;
}

/** What bodies have in common that differ in some values: a page with other marks, or with a respondent's own texts. */
export class BodyForm {
  readonly sample: Sample;
  readonly differing: readonly number[];
  /** How many bodies were read by it. */
  times = 0;
  readonly #parts: readonly Buffer[];
  readonly #texts: readonly string[];
  readonly #holes: readonly Hole[];
  readonly #varying: Varying;
  readonly #repeat: BodyRepeat;
  readonly #ends: number[] = [];

  private constructor(sample: Sample, differing: readonly number[], { parts, texts, holes, varying, repeat }: Parts) {
    this.sample = sample;
    this.differing = differing;
    this.#parts = parts;
    this.#texts = texts;
    this.#holes = holes;
    this.#varying = varying;
    this.#repeat = repeat;
  }

  /**
   * The form of a body whose values at these places vary; `null` where one is a member's name, or a number beside another, and
   * where it is the `requestID` alone.
   */
  static of(sample: Sample, differing: readonly number[]): BodyForm | null {
    const parts = partsOf(sample, differing);
    return parts === null || parts.repeat.varying.length === 0 ? null : new BodyForm(sample, differing, parts);
  }

  /** Reads a body by this form; `null` where it has another one. */
  read(body: Buffer, texts: KnownTexts): FormedBody | null {
    if (!this.isFormOf(body)) return null;
    const values: unknown[] = [];
    const varied: string[] = [];
    let isKnown = true;
    let text = '';
    let from = 0;
    for (const [at, { kind, lead, trail }] of this.#holes.entries()) {
      from += this.#parts[at]?.length ?? 0;
      const to = this.#ends[at] ?? 0;
      const known = kind === 'text' ? texts.find(body, from, to) : null;
      const found =
        known ?? (kind === 'number' ? numberAt(body, from, to) : texts.read(body, from, to, kind === 'text'));
      if (found === null) return null;
      if (known === null && kind !== 'id') isKnown = false;
      values.push(found.value);
      varied.push(lead + found.written + trail);
      text += this.#texts[at] + found.written;
      from = to;
    }
    this.times++;
    text += this.#texts.at(-1);
    return { read: { text, json: filled(this.#varying, values), repeat: this.#repeat, varied }, isKnown };
  }

  /** Whether a body has all that does not vary, and values between: they end at `#ends`. */
  isFormOf(body: Buffer): boolean {
    let at = 0;
    for (let index = 0; index < this.#parts.length; index++) {
      const part = this.#parts[index] as Buffer;
      if (!standsAt(body, part, at)) return false;
      at += part.length;
      const hole = this.#holes[index];
      if (hole !== undefined)
        this.#ends[index] = at = hole.kind === 'number' ? endOfNumber(body, at) : endOfText(body, at);
    }
    return at === body.length;
  }
}

function partsOf({ body, places }: Sample, differing: readonly number[]): Parts | null {
  const ends = differing.map((at) => places[at + 1] ?? 0);
  const parts = [...differing.map((at) => places[at] ?? 0), body.length].map((to, at) =>
    body.subarray(ends[at - 1] ?? 0, to),
  );
  const texts = parts.map((part) => part.toString());
  const isNumber = ends.map((_, at) => parts[at]?.at(-1) !== quote);
  const marks = isNumber.map((each, at) => (each ? 7919.25 + at : `canvass?${at}`));
  const probe = parseJson(texts.map((text, at) => text + (marks[at] ?? '')).join(''));
  const paths = new Map<number, readonly string[]>();
  const varying = isRecord(probe) ? varyingIn(probe, new Map(marks.map((mark, at) => [mark, at])), [], paths) : null;
  if (varying === null || paths.size < marks.length || !freeze(varying.whole)) return null;
  const holes: Hole[] = [];
  for (const [at, each] of isNumber.entries()) {
    const [before = '', behind = ''] = texts.slice(at, at + 2);
    const end = behind.indexOf('"');
    if (each && end < 0 && at + 2 < texts.length) return null;
    const [lead, trail] = [before.slice(before.lastIndexOf('"') + 1), end < 0 ? behind : behind.slice(0, end)];
    const kind = isId(paths.get(at)) ? 'id' : 'text';
    holes.push(each ? { kind: 'number', lead, trail } : { kind, lead: '', trail: '' });
  }
  const repeat = Object.freeze({
    text: texts.map((text, at) => (isNumber[at] ? `${text}""` : text)).join(''),
    varying: Object.freeze([...paths.values()].filter((path) => !isId(path))),
  });
  return { parts, texts, holes, varying, repeat };
}

function isId(path: readonly string[] = []): boolean {
  return path.length === 1 && path[0] === 'requestID';
}

/** Where the marks stand in a value, each of them once; `null` where one stands in several places. */
function varyingIn(
  whole: object,
  marks: ReadonlyMap<unknown, number>,
  path: readonly string[],
  paths: Map<number, readonly string[]>,
): Varying | null {
  const inner: (readonly [name: string, at: number | Varying])[] = [];
  for (const [name, member] of Object.entries(whole)) {
    const mark = marks.get(member);
    if (mark !== undefined) {
      // It is no member like others where it is written.
      if (paths.has(mark) || name === '__proto__') return null;
      paths.set(mark, [...path, name]);
      inner.push([name, mark]);
    } else if (typeof member === 'object' && member !== null) {
      const deeper = varyingIn(member, marks, [...path, name], paths);
      if (deeper === null) return null;
      if (deeper.inner.length > 0) inner.push([name, deeper]);
    }
  }
  return { whole, inner };
}

/** A value with others in the place of those that vary; what none of them lies in is shared. */
function filled({ whole, inner }: Varying, values: readonly unknown[]): object {
  const copy = (Array.isArray(whole) ? [...whole] : { ...whole }) as Record<string, unknown>;
  for (const [name, at] of inner) copy[name] = typeof at === 'number' ? values[at] : filled(at, values);
  return copy;
}

/** A number that could not be written otherwise; `null` for what is none. */
function numberAt(body: Buffer, from: number, to: number) {
  const written = body.toString('latin1', from, to);
  const value = Number(written);
  return written !== '' && String(value) === written ? { written, value } : null;
}

/** Freezes a JSON value through and through; false where it is nested beyond all sense, as only a hostile body is. */
export function freeze(value: object, depth = 0): boolean {
  if (depth > deepest) return false;
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null && !freeze(member, depth + 1)) return false;
  }
  Object.freeze(value);
  return true;
}

const deepest = 100;
