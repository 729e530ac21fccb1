import { fieldName, fieldValue, ProtocolError } from './heads.ts';

const sizeLine = /^0*([0-9a-f]{1,8})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/i;
const lf = 0x0a;

/** Who gets the data of a body. */
export interface DataReader {
  onData(chunk: Buffer): void;
}

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
  read(bytes: Buffer, from: number, reader: DataReader): number {
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
