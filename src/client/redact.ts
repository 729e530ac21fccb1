import { type PlainBytes, plainBytesOf } from './plainBytes.ts';
import { begunAtEnd, formsOf } from './secretForms.ts';

/** What stands where a secret was. */
export const redacted = '[redacted]';

/** Shorter texts are no secrets, and taking them out would garble everything. */
const shortestSecret = 4;
/** Shorter secrets are looked for as they are, percent-encoded and escaped as in JSON: other forms of them turn up by chance. */
const shortestInAnyForm = 8;

/** Session ids, tokens and new keys by the names beside them, for those that nobody has listed. */
const besideNames = [
  /(JSESSIONID=)[^;,\s"'<>\\]+/gi,
  /(x-survey-token["']?\s*[:=]\s*["']?)[\w.~+/=-]+/gi,
  /((?:"api-?key"|\bapi-?key)\s*[:=]\s*"?)[^",;\s}{<>\\]+/gi,
] as const;

/** The forms of secrets that came last: a respondent's are asked for again and again. */
const mostKept = 256;

/**
 * Takes API keys, cookies and tokens out of texts: everything that leaves the process (witness, HAR, log, error
 * message) goes through one. Secrets are found in every form that `formsOf` knows, in time linear in the text.
 */
export class Redactor {
  readonly #secrets = new Set<string>();
  readonly #forms = new Map<string, readonly Buffer[]>();

  constructor(secrets: Iterable<string> = []) {
    for (const secret of secrets) this.add(secret);
  }

  add(secret: string): void {
    if (secret.length >= shortestSecret) this.#secrets.add(secret);
  }

  /** `text` without this redactor's secrets, without `more`, and without what stands beside the names of session transports and keys. */
  redact(text: string, more: readonly string[] = []): string {
    if (text.length < shortestSecret) return text;
    const secrets = [...this.#secrets, ...more.filter((secret) => secret.length >= shortestSecret)];
    let result = withoutForms(
      text,
      secrets.flatMap((secret) => this.#formsOf(secret)),
    );
    for (const secret of secrets) result = withoutWritten(result, secret);
    for (const pattern of besideNames) result = result.replace(pattern, `$1${redacted}`);
    return result;
  }

  #formsOf(secret: string): readonly Buffer[] {
    if (secret.length < shortestInAnyForm) return [];
    const known = this.#forms.get(secret);
    if (known !== undefined) return known;
    if (this.#forms.size >= mostKept) this.#forms.clear();
    const forms = formsOf(secret);
    this.#forms.set(secret, forms);
    return forms;
  }
}

/** Takes out a secret as it is, percent-encoded and escaped as in JSON. */
function withoutWritten(text: string, secret: string): string {
  let result = text.replaceAll(secret, redacted);
  if (/[^\w.~-]/.test(secret)) {
    result = result.replaceAll(encodeURIComponent(secret.toWellFormed()), redacted);
    result = result.replaceAll(JSON.stringify(secret).slice(1, -1), redacted);
  }
  if (secret.length >= shortestInAnyForm || !result.includes(cutMark)) return result;
  const cuts = result.split(cutMark);
  const last = cuts.length - 1;
  return cuts.map((part, at) => (at < last ? withoutBeginning(part, secret) : part)).join(cutMark);
}

function withoutBeginning(part: string, secret: string): string {
  for (let length = secret.length - 1; length >= shortestSecret; length--) {
    if (part.endsWith(secret.slice(0, length))) return part.slice(0, -length) + redacted;
  }
  return part;
}

/** What stands where a long text was cut. */
const cutMark = '…';
const cutBytes = Buffer.from(cutMark);

/** A text without these forms; of one that was cut in the middle of a form the beginning goes, too. */
function withoutForms(text: string, forms: readonly Buffer[]): string {
  const plain = plainBytesOf(text);
  const bytes = Buffer.from(plain.bytes.buffer, plain.bytes.byteOffset, plain.bytes.length);
  const found: [from: number, to: number][] = [];
  for (const form of forms) {
    for (let at = bytes.indexOf(form); at >= 0; at = bytes.indexOf(form, at + form.length)) {
      found.push([at, at + form.length]);
    }
  }
  let from = 0;
  for (let cut = bytes.indexOf(cutBytes); cut >= 0; cut = bytes.indexOf(cutBytes, from)) {
    const part = bytes.subarray(from, cut);
    for (const form of part.length < shortestSecret ? [] : forms) {
      const begun = begunAtEnd(part, form);
      if (begun >= shortestSecret) found.push([cut - begun, cut]);
    }
    from = cut + cutBytes.length;
  }
  return found.length === 0 ? text : withoutRanges(text, plain, found);
}

function withoutRanges(text: string, { starts, ends }: PlainBytes, found: [from: number, to: number][]): string {
  found.sort(([a], [b]) => a - b);
  let result = '';
  let kept = 0;
  for (const [from, to] of found) {
    const start = starts[from] ?? 0;
    const end = ends[to - 1] ?? 0;
    if (start >= kept) result += text.slice(kept, start) + redacted;
    kept = Math.max(kept, end);
  }
  return result + text.slice(kept);
}
