import { redactedText } from '../profile/secret.ts';
import { type PlainBytes, plainBytesOf, writtenBytesOf } from './plainBytes.ts';
import { SecretTrie } from './secretTrie.ts';

/** Shorter texts are no secrets, and taking them out would garble everything. */
const shortestSecret = 4;

/** A secret that no form makes shorter: nothing in it is white space or may be undone. */
const plainly = /^[\w.~+/=-]+$/;
/** A text that is not cut, and in which each character is one byte. */
const asWritten = /^[ -~]*$/;

/** Session ids, tokens and new keys by the names beside them, for those that nobody has listed. */
const besideNames = [
  /(JSESSIONID=)[^;,\s"'<>\\]+/gi,
  /(x-survey-token["']?\s*[:=]\s*["']?)[\w.~+/=-]+/gi,
  /((?:"api-?key"|\bapi-?key)\s*[:=]\s*"?)[^",;\s}{<>\\]+/gi,
] as const;

/** What stands between each of these names and its value. */
const assigns = /[:=]/;

/** Secrets, made ready to be found once a text is long enough for one: as they are written, and in any form. */
class KnownSecrets {
  /** No form of any of them is shorter, in characters; 0 where one may be of any length. */
  shortest = Number.POSITIVE_INFINITY;
  /** Made once they are asked for: most texts are too short, and most sessions break nothing. */
  #tries: { readonly written: SecretTrie; readonly forms: SecretTrie } | null = null;
  readonly #seen = new Set<string>();
  readonly #waiting: string[] = [];
  #added = 0;

  /** Takes in what `secrets` has grown by since the last time, but for what `others` know. */
  addFrom(secrets: readonly string[], others: KnownSecrets): void {
    for (; this.#added < secrets.length; this.#added++) {
      const secret = secrets[this.#added] ?? '';
      if (!others.#seen.has(secret)) this.add(secret);
    }
  }

  add(secret: string): void {
    if (secret.length < shortestSecret || this.#seen.has(secret)) return;
    this.#seen.add(secret);
    this.#waiting.push(secret);
    this.shortest = Math.min(this.shortest, plainly.test(secret) ? secret.length : 0);
  }

  get written(): SecretTrie {
    return this.#ready().written;
  }

  get forms(): SecretTrie {
    return this.#ready().forms;
  }

  #ready(): { readonly written: SecretTrie; readonly forms: SecretTrie } {
    this.#tries ??= { written: new SecretTrie(), forms: new SecretTrie() };
    for (const secret of this.#waiting.splice(0)) {
      for (const form of writtenFormsOf(secret)) this.#tries.written.add(form);
      for (const form of formsOf(secret)) this.#tries.forms.add(form);
    }
    return this.#tries;
  }
}

/**
 * Takes API keys, cookies and tokens out of texts: everything that leaves the process (witness, HAR, log, error
 * message) goes through one. Secrets are found in every form that `formsOf` knows, in time linear in the text, however
 * many secrets there are.
 */
export class Redactor {
  readonly #own = new KnownSecrets();
  /** By the lists that were passed: the secrets of a session are asked for again and again. */
  readonly #passed = new WeakMap<readonly string[], KnownSecrets>();

  constructor(secrets: Iterable<string> = []) {
    for (const secret of secrets) this.add(secret);
  }

  add(secret: string): void {
    this.#own.add(secret);
  }

  /**
   * `text` without this redactor's secrets, without `more`, and without what stands beside the names of session
   * transports and keys.
   *
   * @param more may grow at its end from call to call, and changes in no other way.
   */
  redact(text: string, more: readonly string[] = []): string {
    if (text.length < shortestSecret) return text;
    const known = more.length === 0 ? [this.#own] : [this.#own, this.#passedAs(more)];
    const isTooShort = known.every(({ shortest }) => text.length < shortest) && asWritten.test(text);
    let result = isTooShort ? text : withoutSecrets(text, known);
    if (!assigns.test(result)) return result;
    for (const pattern of besideNames) result = result.replace(pattern, `$1${redactedText}`);
    return result;
  }

  #passedAs(more: readonly string[]): KnownSecrets {
    let known = this.#passed.get(more);
    if (known === undefined) {
      known = new KnownSecrets();
      this.#passed.set(more, known);
    }
    known.addFrom(more, this.#own);
    return known;
  }
}

function withoutSecrets(text: string, known: readonly KnownSecrets[]): string {
  const plain = plainBytesOf(text);
  const forms = foundIn(
    plain.bytes,
    known.map((each) => each.forms),
  );
  const formless = without(text, forms, plain);
  const written = foundIn(
    Buffer.from(formless),
    known.map((each) => each.written),
  );
  // Where its bytes came from is asked of the few texts alone that hold a secret.
  return written.length === 0 ? formless : without(formless, written, writtenBytesOf(formless));
}

type Found = [from: number, to: number][];

function foundIn(bytes: Uint8Array, secrets: readonly SecretTrie[]): Found {
  const found: Found = [];
  for (const each of secrets) each.find(bytes, found);
  return found;
}

/** A text without what was found in its bytes. */
function without(text: string, found: Found, { starts, ends }: PlainBytes): string {
  if (found.length === 0) return text;
  found.sort(([a], [b]) => a - b);
  let result = '';
  let kept = 0;
  for (const [from, to] of found) {
    const start = starts[from] ?? 0;
    if (start >= kept) result += text.slice(kept, start) + redactedText;
    kept = Math.max(kept, ends[to - 1] ?? 0);
  }
  return result + text.slice(kept);
}

/** Shorter secrets are looked for as they are written only: other forms of them turn up by chance. */
const shortestInAnyForm = 8;
/** Fewer letters of an encoded secret turn up in any text by chance. */
const shortestEncoded = 8;

/**
 * The forms that a secret may take in a text, as `plainBytesOf` has texts (so: in any case, percent-encoded, escaped,
 * split over lines): as it is, hexadecimal, and in base64, wherever in a longer text it stood.
 */
function formsOf(secret: string): readonly Uint8Array[] {
  if (secret.length < shortestInAnyForm) return [];
  const bytes = Buffer.from(secret);
  const encoded = [bytes.toString('hex'), ...[0, 1, 2].flatMap((before) => base64Within(bytes, before))];
  return [
    plainBytesOf(secret).bytes,
    ...encoded.map((text) => plainBytesOf(text).bytes).filter((form) => form.length >= shortestEncoded),
  ];
}

/** A secret as it is, percent-encoded, and escaped as in JSON: also what stands beside it must not hide it. */
function writtenFormsOf(secret: string): readonly Uint8Array[] {
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
