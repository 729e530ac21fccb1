import { fieldName, fieldValue, ProtocolError } from '../http1/heads.ts';
import { FieldDecoder } from './hpack.ts';

/** The head of a response over HTTP/2. */
export interface Http2Head {
  readonly httpStatus: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** `Content-Length`, `NaN` without one. */
  readonly announcedBytes: number;
}

interface KnownBlock {
  readonly bytes: Buffer;
  readonly changes: number;
  readonly head: Http2Head;
}

/** Blocks that are remembered are no longer: those that only name what is known are short. */
const longestKept = 64;

/**
 * Reads the heads of one connection's responses. Within a second of its `Date` a service sends few different ones, most
 * of which are some bytes that name known fields: such a block is compared, and what it was read to is shared, frozen.
 */
export class ResponseHeads {
  readonly #decoder = new FieldDecoder();
  /** By their length. */
  readonly #known: (KnownBlock | undefined)[] = [];
  readonly #headBytes: number;

  constructor(headBytes: number) {
    this.#headBytes = headBytes;
  }

  /**
   * @returns `null` for a head beyond bounds; the error of one that is none, which is that of its stream alone
   * @throws ProtocolError where nothing more can be read from the connection
   */
  read(bytes: Buffer, from: number, to: number): Http2Head | ProtocolError | null {
    const decoder = this.#decoder;
    const length = to - from;
    const { changes } = decoder;
    const known = this.#known[length];
    if (known?.changes === changes && bytes.compare(known.bytes, 0, length, from, to) === 0) return known.head;
    const fields = decoder.read(bytes, from, to, this.#headBytes);
    if (fields === null) return null;
    const head = headOf(fields);
    if (length <= longestKept && decoder.changes === changes && !(head instanceof ProtocolError)) {
      Object.freeze(head.headers);
      this.#known[length] = { bytes: Buffer.from(bytes.subarray(from, to)), changes, head };
    }
    return head;
  }
}

/** RFC 9113, 8.3.2 and 8.2. Trailers have no status: theirs is 0. */
function headOf(fields: readonly string[]): Http2Head | ProtocolError {
  const isFinal = fields[0] === ':status';
  const status = isFinal ? (fields[1] ?? '') : '000';
  if (!/^\d{3}$/.test(status)) return new ProtocolError('no status');
  const headers = isFinal ? fields.slice(2) : fields;
  let announcedBytes = Number.NaN;
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    const value = headers[at + 1] ?? '';
    if (!fieldName.test(name) || name !== name.toLowerCase() || !fieldValue.test(value)) {
      return new ProtocolError('a header that is none');
    }
    if (name !== 'content-length') continue;
    if (!/^\d{1,15}$/.test(value) || !Number.isNaN(announcedBytes)) return new ProtocolError('two lengths, or none');
    announcedBytes = Number(value);
  }
  return { httpStatus: Number(status), headers, announcedBytes };
}
