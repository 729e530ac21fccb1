import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const macBytes = 32;
const sequenceBytes = 6;
const headBytes = macBytes + sequenceBytes;

/** What arrived, as it was sealed. */
export interface Opened {
  readonly sequence: number;
  readonly content: Uint8Array;
}

/**
 * One direction of a conversation within a fleet. Its key follows from the fleet's and from who speaks, to whom, and in
 * which session and run: what was sealed for one of them opens in no other.
 */
export class Channel {
  readonly #key: Uint8Array;

  /** @param secret what both sides have @param context who speaks, to whom, and on which occasion */
  constructor(secret: Uint8Array, context: readonly string[]) {
    this.#key = derived(secret, context);
  }

  /** A message as it travels: HMAC-SHA-256 over number and content, the number, the content. */
  seal(sequence: number, content: Uint8Array): Uint8Array {
    const sealed = Buffer.allocUnsafe(headBytes + content.length);
    sealed.writeUIntBE(sequence, macBytes, sequenceBytes);
    sealed.set(content, headBytes);
    sealed.set(this.#mac(sealed.subarray(macBytes)));
    return sealed;
  }

  /** Reads what {@link seal} wrote: `null` for anything else, whoever sent it. */
  open(bytes: Uint8Array): Opened | null {
    if (bytes.length < headBytes) return null;
    if (!timingSafeEqual(this.#mac(bytes.subarray(macBytes)), bytes.subarray(0, macBytes))) return null;
    const head = Buffer.from(bytes.buffer, bytes.byteOffset, headBytes);
    return { sequence: head.readUIntBE(macBytes, sequenceBytes), content: bytes.subarray(headBytes) };
  }

  /** A keyed hash of some texts, in hexadecimal digits: proves that who made it had them. */
  proof(...texts: readonly string[]): string {
    return createHmac('sha256', this.#key).update(JSON.stringify(texts)).digest('hex');
  }

  #mac(bytes: Uint8Array): Buffer {
    return createHmac('sha256', this.#key).update(bytes).digest();
  }
}

/** A key of its own for an occasion (HKDF, RFC 5869). */
export function derived(secret: Uint8Array, context: readonly string[]): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'canvass fleet 1', JSON.stringify(context), 32));
}

/** What tells two sealed messages apart, and nobody can know before it was sent. */
export function nameOf(sealed: Uint8Array): string {
  return Buffer.from(sealed.subarray(0, macBytes)).toString('hex');
}

/** Whether two proofs are the same, in a time that tells nothing of where they differ. */
export function isSameProof(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** Why messages are dropped, in words that follow. */
export const droppedWhy = 'as nobody with the key of this fleet had sealed it for this session';

/** Counts messages that were dropped: nobody of the fleet had sealed them, or they were of another time. */
export class Dropped {
  readonly #onFirst: () => void;
  #count = 0;

  /** @param onFirst hears of the first one */
  constructor(onFirst: () => void) {
    this.#onFirst = onFirst;
  }

  get count(): number {
    return this.#count;
  }

  add(): void {
    if (this.#count++ === 0) this.#onFirst();
  }
}
