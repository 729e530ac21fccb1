import { endedBySize } from '../failures.ts';
import type { ConnectionEvents } from '../transport.ts';
import { type Framing, fieldName, fieldValue, KnownHeads, ProtocolError } from './heads.ts';

const sizeLine = /^0*([0-9a-f]{1,8})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/i;
const lf = 0x0a;

/** Takes a body in chunks apart, in whatever pieces it arrives (RFC 9112, 7.1). Trailers are read and dropped. */
export class ChunkedBody {
  #expects: 'size' | 'data' | 'data end' | 'trailer' = 'size';
  #left = 0;
  /** The beginning of a line whose end has not come yet. */
  #line = '';
  #trailerBytes = 0;
  readonly #lineBytes: number;

  /** @param lineBytes bound of a line, and of all trailers. */
  constructor(lineBytes: number) {
    this.#lineBytes = lineBytes;
  }

  /**
   * Reads on from `from`; data goes to `reader`.
   *
   * @returns where the body ended in `bytes`, or -1 when it goes on.
   * @throws ProtocolError
   */
  read(bytes: Buffer, from: number, reader: Pick<ConnectionEvents, 'onData'>): number {
    let at = from;
    while (at < bytes.length) {
      if (this.#expects === 'data') {
        const end = Math.min(bytes.length, at + this.#left);
        reader.onData(bytes.subarray(at, end));
        this.#left -= end - at;
        at = end;
        if (this.#left === 0) this.#expects = 'data end';
        continue;
      }
      const end = bytes.indexOf(lf, at);
      this.#line += bytes.toString('latin1', at, end < 0 ? bytes.length : end);
      if (this.#line.length > this.#lineBytes) throw new ProtocolError('a long line in a chunked body');
      if (end < 0) return -1;
      at = end + 1;
      if (this.#endsWith(this.#takeLine())) return at;
    }
    return -1;
  }

  #takeLine(): string {
    const line = this.#line;
    this.#line = '';
    if (!line.endsWith('\r')) throw new ProtocolError('a line that does not end by CR LF');
    return line.slice(0, -1);
  }

  /** Takes in a line; whether it was the last one of the body. */
  #endsWith(line: string): boolean {
    if (this.#expects === 'trailer') {
      this.#trailerBytes += line.length;
      if (this.#trailerBytes > this.#lineBytes) throw new ProtocolError('long trailers');
      if (line !== '' && !isField(line)) throw new ProtocolError('a trailer that is none');
      return line === '';
    }
    if (this.#expects === 'data end') {
      if (line !== '') throw new ProtocolError('a chunk longer than its size');
      this.#expects = 'size';
      return false;
    }
    const size = sizeLine.exec(line)?.[1];
    if (size === undefined) throw new ProtocolError('a chunk without a size');
    this.#left = Number.parseInt(size, 16);
    this.#expects = this.#left === 0 ? 'trailer' : 'data';
    return false;
  }
}

function isField(line: string): boolean {
  const colon = line.indexOf(':');
  return colon > 0 && fieldName.test(line.slice(0, colon)) && fieldValue.test(line.slice(colon + 1));
}

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
      const head = heads.read(bytes, from, end);
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
