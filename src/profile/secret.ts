import { inspect } from 'node:util';
import { isRecord } from '../contract/jsonShape.ts';

/** What stands where a secret was. */
export const redactedText = '[redacted]';

/** A text that must not be printed: every way to turn it into text gives {@link redactedText}, but for `reveal`. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself, for the one place that sends it. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return redactedText;
  }

  toJSON(): string {
    return redactedText;
  }

  [inspect.custom](): string {
    return redactedText;
  }
}

/** Whether a header of that name carries a secret, wherever its value comes from. */
export function isSecretHeader(name: string): boolean {
  return /auth|token|secret|password|credential|api-?key/i.test(name);
}

const marker = '\u0000secret';

/** A value with secrets as JSON that has them in the clear: for another thread of this process, and nowhere else. */
export function packSecrets(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, key, member: unknown) {
    const original = this[key];
    return original instanceof Secret ? { [marker]: original.reveal() } : member;
  });
}

/** What {@link packSecrets} has written, secrets wrapped again. */
export function unpackSecrets(text: string): unknown {
  return JSON.parse(text, (_, member: unknown) => {
    const secret: unknown = isRecord(member) ? member[marker] : undefined;
    return typeof secret === 'string' ? new Secret(secret) : member;
  });
}
