import { redactedText } from '../profile/secret.ts';
import { type PlainBytes, plainBytesOf, writtenBytesOf } from './plainBytes.ts';
import { formsOf, writtenFormsOf } from './secretForms.ts';
import { SecretTrie } from './secretTrie.ts';

/** What stands where a secret was. */
export const redacted = redactedText;

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

/** Secrets, made ready to be found once a text is long enough for one: as they are written, and in any form. */
class KnownSecrets {
  /** No form of any of them is shorter, in characters; 0 where one may be of any length. */
  shortest = Number.POSITIVE_INFINITY;
  readonly #written = new SecretTrie();
  readonly #forms = new SecretTrie();
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
    this.#makeReady();
    return this.#written;
  }

  get forms(): SecretTrie {
    this.#makeReady();
    return this.#forms;
  }

  #makeReady(): void {
    for (const secret of this.#waiting.splice(0)) {
      for (const form of writtenFormsOf(secret)) this.#written.add(form);
      for (const form of formsOf(secret)) this.#forms.add(form);
    }
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
    for (const pattern of besideNames) result = result.replace(pattern, `$1${redacted}`);
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
  const formless = without(
    text,
    plainBytesOf(text),
    known.map(({ forms }) => forms),
  );
  return without(
    formless,
    writtenBytesOf(formless),
    known.map(({ written }) => written),
  );
}

/** A text without what is found in `bytes` of it. */
function without(text: string, { bytes, starts, ends }: PlainBytes, secrets: readonly SecretTrie[]): string {
  const found: [from: number, to: number][] = [];
  for (const each of secrets) each.find(bytes, found);
  if (found.length === 0) return text;
  found.sort(([a], [b]) => a - b);
  let result = '';
  let kept = 0;
  for (const [from, to] of found) {
    const start = starts[from] ?? 0;
    if (start >= kept) result += text.slice(kept, start) + redacted;
    kept = Math.max(kept, ends[to - 1] ?? 0);
  }
  return result + text.slice(kept);
}
