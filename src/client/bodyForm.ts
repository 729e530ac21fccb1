import { isRecord, parseJson } from '../contract/jsonShape.ts';
import type { BodyRepeat } from '../result/exchange.ts';
import { freeze, isTopMember, plainText, type ReadBody } from './readBody.ts';

/** Bytes of the longest value that may vary. */
const longestValue = 64;
const quote = 0x22;
const numberByte = /^[-+.\deE]$/;

/** A body that was parsed, and where its id stands. */
export interface Sample {
  readonly body: Buffer;
  readonly idFrom: number;
}

/** What bodies have in common that differ in their id and in one more value before it. */
export interface Form {
  readonly head: Buffer;
  readonly middle: Buffer;
  readonly tail: Buffer;
  readonly texts: readonly [head: string, middle: string, tail: string];
  readonly isNumber: boolean;
  readonly path: readonly string[];
  readonly members: Readonly<Record<string, unknown>>;
  readonly repeat: BodyRepeat;
}

/** Reads a body by a form, its id between two places; `null` where it has another form. */
export function readBy(form: Form, body: Buffer, idFrom: number, idTo: number): ReadBody | null {
  const { head, middle, tail, texts, path, members, repeat } = form;
  const from = head.length;
  const to = idFrom - middle.length;
  if (to < from || to - from > longestValue) return null;
  if (body.compare(middle, 0, middle.length, to, idFrom) !== 0 || body.compare(head, 0, from, 0, from) !== 0)
    return null;
  if (body.compare(tail, 0, tail.length, idTo) !== 0) return null;
  const written = body.toString('latin1', from, to);
  const requestID = body.toString('latin1', idFrom, idTo);
  if (!isPlain(written, form.isNumber) || !plainText.test(requestID)) return null;
  const json = withValue({ ...members, requestID }, path, form.isNumber ? Number(written) : written);
  return { text: texts[0] + written + texts[1] + requestID + texts[2], json, repeat };
}

/** Whether what is written is a value that nothing else could be written as: it is known without a parser. */
function isPlain(written: string, isNumber: boolean): boolean {
  return isNumber ? written !== '' && String(Number(written)) === written : plainText.test(written);
}

/** A value with another one at the end of a path; what does not lie on the path is shared. */
function withValue(whole: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(whole)) return whole.with(Number(name), withValue(whole[Number(name)], rest, value));
  const members = whole as Readonly<Record<string, unknown>>;
  return { ...members, [name]: withValue(members[name], rest, value) };
}

/** The form of two bodies, equally long, that differ in one value; `null` where they differ in more, or in what is none. */
export function formOf(one: Sample, other: Sample, id: string, json: Readonly<Record<string, unknown>>): Form | null {
  const { idFrom } = other;
  if (one.idFrom !== idFrom) return null;
  const from = firstDifference(one.body, other.body, idFrom);
  const rest = Math.min(idFrom, from + longestValue);
  // Nearly all that differ do so in several places.
  if (from === idFrom || one.body.compare(other.body, rest, idFrom, rest, idFrom) !== 0) return null;
  let to = rest;
  while (one.body[to - 1] === other.body[to - 1]) to--;
  return formAround(one, other, id, json, from, to, true) ?? formAround(one, other, id, json, from, to, false);
}

/** The first index, up to `end`, at which two bodies differ. By halves, as comparing many bytes costs what comparing few does. */
function firstDifference(one: Buffer, other: Buffer, end: number): number {
  let [same, behind] = [0, end];
  while (behind - same > 0) {
    const middle = (same + behind + 1) >>> 1;
    if (one.compare(other, same, middle, same, middle) === 0) same = middle;
    else if (middle - same === 1) return same;
    else behind = middle;
  }
  return same;
}

/** The form whose value is the whole number, or string, within which two bodies differ. */
function formAround(
  one: Sample,
  other: Sample,
  id: string,
  json: Readonly<Record<string, unknown>>,
  first: number,
  last: number,
  isNumber: boolean,
): Form | null {
  const { body, idFrom } = other;
  const belongs = (byte: number | undefined): boolean =>
    byte !== undefined && (isNumber ? numberByte.test(String.fromCharCode(byte)) : byte !== quote);
  let from = first;
  let to = last;
  while (to - from <= longestValue && belongs(body[from - 1])) from--;
  while (to - from <= longestValue && to < idFrom && belongs(body[to])) to++;
  const before = one.body.toString('latin1', from, to);
  if (to - from > longestValue || !isPlain(before, isNumber) || !isPlain(body.toString('latin1', from, to), isNumber))
    return null;
  const [head, middle, tail] = [
    [0, from],
    [to, idFrom],
    [idFrom + id.length, body.length],
  ].map(([at, end]) => Buffer.from(body.subarray(at, end))) as [Buffer, Buffer, Buffer];
  const texts = [head.toString(), middle.toString(), tail.toString()] as const;
  const written = isNumber ? '7919.25' : 'canvass?';
  const probe = parseJson(texts[0] + written + texts[1] + id + texts[2]);
  const path = isRecord(probe) ? pathTo(isNumber ? Number(written) : written, probe) : null;
  const members = { ...json };
  if (path === null || path[0] === 'requestID' || !freeze(members)) return null;
  if (!isTopMember(texts[0] + written + texts[1], id, texts[2])) return null;
  // A number ends at no quote: what may be looked for in a text reaches beyond it.
  const lead = isNumber ? texts[0].slice(texts[0].lastIndexOf('"') + 1) : '';
  const trail = isNumber ? texts[1].slice(0, texts[1].indexOf('"')) : '';
  const text = `${texts[0]}${isNumber ? '""' : ''}${texts[1]}${texts[2]}`;
  const repeat = Object.freeze({ text, varying: Object.freeze({ path, lead, trail }) });
  return { head, middle, tail, texts, isNumber, path, members, repeat };
}

/** The path to the only place in which a value stands; `null` where it stands nowhere, or in several. */
function pathTo(value: unknown, whole: object): readonly string[] | null {
  const found: string[][] = [];
  const look = (within: object, path: readonly string[]): void => {
    for (const [name, member] of Object.entries(within)) {
      if (member === value) found.push([...path, name]);
      else if (typeof member === 'object' && member !== null) look(member, [...path, name]);
    }
  };
  look(whole, []);
  return found.length === 1 ? (found[0] ?? null) : null;
}
