/** What stands where a secret was. */
export const redacted = '[redacted]';

/** Shorter texts are no secrets, and taking them out would garble everything. */
const shortestSecret = 4;

/** Session ids, tokens and new keys by the names beside them, for those that nobody has listed. */
const besideNames = [
  /(JSESSIONID=)[^;,\s"'<>\\]+/gi,
  /(x-survey-token["']?\s*[:=]\s*["']?)[\w.~+/=-]+/gi,
  /((?:"api-?key"|\bapi-?key)\s*[:=]\s*"?)[^",;\s}{<>\\]+/gi,
] as const;

/**
 * Takes API keys, cookies and tokens out of texts: everything that leaves the process (witness, HAR, log, error
 * message) goes through one. Secrets are found as they are, percent-encoded, and escaped as in JSON.
 */
export class Redactor {
  readonly #secrets = new Set<string>();
  #longestFirst: readonly string[] | null = null;

  constructor(secrets: Iterable<string> = []) {
    for (const secret of secrets) this.add(secret);
  }

  add(secret: string): void {
    if (secret.length < shortestSecret || this.#secrets.has(secret)) return;
    this.#secrets.add(secret);
    this.#secrets.add(encodeURIComponent(secret.toWellFormed()));
    this.#secrets.add(JSON.stringify(secret).slice(1, -1));
    this.#longestFirst = null;
  }

  /** `text` without this redactor's secrets, without `more`, and without what stands beside the names of session transports and keys. */
  redact(text: string, more: readonly string[] = []): string {
    this.#longestFirst ??= [...this.#secrets].sort((a, b) => b.length - a.length);
    let result = text;
    for (const secret of this.#longestFirst) result = result.replaceAll(secret, redacted);
    for (const secret of more) if (secret.length >= shortestSecret) result = result.replaceAll(secret, redacted);
    for (const pattern of besideNames) result = result.replace(pattern, `$1${redacted}`);
    return result.includes(cutMark) ? withoutCutSecrets(result, [...this.#longestFirst, ...more]) : result;
  }
}

/** What stands where a long text was cut. */
const cutMark = '…';

/** A text that was cut in the middle of a secret ends with the beginning of it: that goes, too. */
function withoutCutSecrets(text: string, secrets: readonly string[]): string {
  const parts = text.split(cutMark);
  return parts.map((part, at) => (at < parts.length - 1 ? withoutBeginning(part, secrets) : part)).join(cutMark);
}

function withoutBeginning(part: string, secrets: readonly string[]): string {
  for (const secret of secrets) {
    for (let length = secret.length - 1; length >= shortestSecret; length--) {
      if (part.endsWith(secret.slice(0, length))) return part.slice(0, -length) + redacted;
    }
  }
  return part;
}
