import { endedBySize } from '../failures.ts';
import type { ConnectionEvents } from '../transport.ts';
import { ChunkedBody } from './chunkedBody.ts';
import type { Framing } from './heads.ts';
import { KnownHeads, ProtocolError } from './heads.ts';

const headEnd = Buffer.from('\r\n\r\n');
const start = 'HTTP/1.';
/** Of all connections of this thread. */
const heads = new KnownHeads();

/** The connection ended before the answer did. */
export class LostConnection extends Error {
  readonly code = 'ECONNRESET';
}

/** Reads one response after the other, each in whatever pieces it arrives. */
export class ResponseReader {
  /** How the current body ends; `null` while its head is awaited. */
  #framing: Framing | null = null;
  #hasBegun = false;
  /** The beginning of a head whose end has not come yet. */
  #partial: Buffer | null = null;
  #left = 0;
  #chunked: ChunkedBody | null = null;
  /** Whether the connection may carry another request, once the response is whole. */
  keepsAlive = false;
  idleSeconds = Number.POSITIVE_INFINITY;
  /** What came behind the response: line breaks say nothing, anything else is an answer that nobody asked for. */
  behind: 'nothing' | 'line breaks' | 'more' = 'nothing';

  readonly #headBytes: number;

  /** @param headBytes bound of a head, and of the lines of a chunked body beside its data. */
  constructor(headBytes: number) {
    this.#headBytes = headBytes;
  }

  /** Whether the end of the connection is the end of the body. */
  get endsByClose(): boolean {
    return this.#framing === 'close';
  }

  /** Whether anything of the response has come. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Makes ready for the next response. */
  reset(): void {
    this.#framing = null;
    this.#hasBegun = false;
    this.#partial = null;
    this.#chunked = null;
  }

  /**
   * Takes in `length` bytes from the start of `bytes`.
   *
   * @returns whether the response is whole.
   * @throws ProtocolError, or `endedBySize` for a head beyond bounds.
   */
  read(bytes: Buffer, length: number, events: ConnectionEvents): boolean {
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      events.onFirstByte();
    }
    if (this.#framing !== null) return this.#readBody(bytes, 0, length, events);
    if (this.#partial === null) return this.#readHead(bytes, length, events);
    const joined = Buffer.concat([this.#partial, bytes.subarray(0, length)]);
    this.#partial = null;
    return this.#readHead(joined, joined.length, events);
  }

  #readHead(bytes: Buffer, length: number, events: ConnectionEvents): boolean {
    let from = 0;
    for (;;) {
      const found = bytes.indexOf(headEnd, from);
      const end = found < 0 || found + headEnd.length > length ? -1 : found;
      if ((end < 0 ? length : end) - from > this.#headBytes) {
        throw bytes.toString('latin1', from, from + start.length) === start
          ? endedBySize
          : new ProtocolError('no HTTP/1.1');
      }
      if (end < 0) {
        this.#keepPartial(bytes.subarray(from, length));
        return false;
      }
      const head = heads.read(bytes.toString('latin1', from, end));
      from = end + headEnd.length;
      if (head.httpStatus === 101) throw new ProtocolError('another protocol, which nobody asked for');
      if (head.httpStatus < 200) continue;
      this.#framing = head.framing;
      this.keepsAlive = head.keepsAlive;
      this.idleSeconds = head.idleSeconds;
      this.#left = head.framing === 'length' ? head.contentLength : 0;
      this.#chunked = head.framing === 'chunked' ? new ChunkedBody(this.#headBytes) : null;
      events.onHead(head.httpStatus, head.headers, head.framing === 'length' ? head.contentLength : Number.NaN);
      return this.#readBody(bytes, from, length, events);
    }
  }

  #keepPartial(bytes: Buffer): void {
    const text = bytes.toString('latin1');
    const isBegun = text.length < start.length ? start.startsWith(text) : text.startsWith(start);
    if (!isBegun || /(?:^|[^\r])\n/.test(text)) throw new ProtocolError('no HTTP/1.1');
    this.#partial = Buffer.from(bytes);
  }

  #readBody(bytes: Buffer, from: number, length: number, events: ConnectionEvents): boolean {
    if (this.#framing === 'none') return this.#endsAt(bytes, from, length);
    if (this.#chunked !== null) {
      const end = this.#chunked.read(bytes.subarray(0, length), from, events);
      return end < 0 ? false : this.#endsAt(bytes, end, length);
    }
    const end = this.#framing === 'length' ? Math.min(length, from + this.#left) : length;
    if (end > from) events.onData(bytes.subarray(from, end));
    if (this.#framing === 'close') return false;
    this.#left -= end - from;
    return this.#left === 0 ? this.#endsAt(bytes, end, length) : false;
  }

  #endsAt(bytes: Buffer, end: number, length: number): boolean {
    this.behind = end === length ? 'nothing' : isBlank(bytes, end, length) ? 'line breaks' : 'more';
    return true;
  }
}

/** Whether these bytes are nothing but line breaks, as some services send them behind a body. */
export function isBlank(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] !== 0x0d && bytes[at] !== 0x0a) return false;
  return true;
}
