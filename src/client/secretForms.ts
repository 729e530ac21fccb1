import { plainBytesOf } from './plainBytes.ts';

/** Fewer letters of an encoded secret turn up in any text by chance. */
const shortestEncoded = 8;

/**
 * The forms that a secret may take in a text, as `plainBytesOf` has texts (so: in any case, percent-encoded, escaped,
 * split over lines): as it is, reversed, hexadecimal, and in base64, wherever in a longer text it stood.
 */
export function formsOf(secret: string): readonly Buffer[] {
  const bytes = Buffer.from(secret);
  const texts = [
    secret,
    [...secret].reverse().join(''),
    bytes.toString('hex'),
    ...[0, 1, 2].flatMap((before) => base64Within(bytes, before)),
  ];
  const forms = texts.map((text) => Buffer.from(plainBytesOf(text).bytes));
  return forms.filter((form, at) => form.length >= (at < 2 ? 1 : shortestEncoded));
}

/** The base64 digits that `bytes` alone decide where `before` bytes stand before them; also as URLs have them. */
function base64Within(bytes: Buffer, before: number): string[] {
  const padded = Buffer.concat([Buffer.alloc(before), bytes]);
  const from = Math.ceil((8 * before) / 6);
  const to = Math.floor((8 * padded.length) / 6);
  const digits = padded.toString('base64').slice(from, to);
  const inUrl = digits.replaceAll('+', '-').replaceAll('/', '_');
  return inUrl === digits ? [digits] : [digits, inUrl];
}

/** How many bytes at the end of `text` are the beginning of `form`, but not the whole of it (Knuth, Morris, Pratt). */
export function begunAtEnd(text: Uint8Array, form: Uint8Array): number {
  const borders = bordersOf(form);
  let matched = 0;
  for (let at = Math.max(0, text.length - form.length + 1); at < text.length; at++) {
    while (matched > 0 && text[at] !== form[matched]) matched = borders[matched - 1] ?? 0;
    if (text[at] === form[matched]) matched++;
  }
  return matched;
}

const knownBorders = new WeakMap<Uint8Array, Uint32Array>();

function bordersOf(form: Uint8Array): Uint32Array {
  const known = knownBorders.get(form);
  if (known !== undefined) return known;
  const borders = new Uint32Array(form.length);
  let matched = 0;
  for (let at = 1; at < form.length; at++) {
    while (matched > 0 && form[at] !== form[matched]) matched = borders[matched - 1] ?? 0;
    if (form[at] === form[matched]) matched++;
    borders[at] = matched;
  }
  knownBorders.set(form, borders);
  return borders;
}
