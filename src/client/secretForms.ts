import { plainBytesOf } from './plainBytes.ts';

/** Shorter secrets are looked for as they are written only: other forms of them turn up by chance. */
const shortestInAnyForm = 8;
/** Fewer letters of an encoded secret turn up in any text by chance. */
const shortestEncoded = 8;

/**
 * The forms that a secret may take in a text, as `plainBytesOf` has texts (so: in any case, percent-encoded, escaped,
 * split over lines): as it is, reversed, hexadecimal, and in base64, wherever in a longer text it stood.
 */
export function formsOf(secret: string): readonly Uint8Array[] {
  if (secret.length < shortestInAnyForm) return [];
  const bytes = Buffer.from(secret);
  const encoded = [bytes.toString('hex'), ...[0, 1, 2].flatMap((before) => base64Within(bytes, before))];
  return [
    ...[secret, [...secret].reverse().join('')].map((text) => plainBytesOf(text).bytes),
    ...encoded.map((text) => plainBytesOf(text).bytes).filter((form) => form.length >= shortestEncoded),
  ];
}

/** A secret as it is, percent-encoded, and escaped as in JSON: also what stands beside it must not hide it. */
export function writtenFormsOf(secret: string): readonly Uint8Array[] {
  if (!/[^\w.~-]/.test(secret)) return [Buffer.from(secret)];
  const texts = [secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)];
  return texts.map((text) => Buffer.from(text));
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
