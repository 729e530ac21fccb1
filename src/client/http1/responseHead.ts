import { fieldName, fieldValue, ProtocolError } from './messageSyntax.ts';

/** How the end of a body is known (RFC 9112, 6.3). */
export type Framing = 'none' | 'length' | 'chunked' | 'close';

/** The head of a response. */
export interface ResponseHead {
  readonly httpStatus: number;
  /** Names in lower case and values in turn. */
  readonly headers: readonly string[];
  readonly framing: Framing;
  /** `Content-Length`, `NaN` without one. */
  readonly contentLength: number;
  /** Whether the connection may carry another request. */
  readonly keepsAlive: boolean;
  /** How long the service keeps an idle connection (`Keep-Alive: timeout=…`), `Infinity` where it does not say. */
  readonly idleSeconds: number;
}

const statusLine = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/;
const digits = /^\d{1,15}$/;

/**
 * Reads the head of a response: its lines without the empty one at the end, a character a byte.
 *
 * Strict: whatever leaves two readers of different minds about where the body ends is an error, and so are line folding
 * and lines that end otherwise than by CR LF.
 *
 * @throws ProtocolError
 */
export function parseHead(text: string): ResponseHead {
  let lineEnd = endOfLine(text, 0);
  const [, minor, code] = statusLine.exec(text.slice(0, lineEnd)) ?? [];
  if (code === undefined) throw new ProtocolError('no status line');
  const headers: string[] = [];
  let contentLength = Number.NaN;
  let transferEncoding: string | null = null;
  let connection = '';
  let idleSeconds = Number.POSITIVE_INFINITY;
  while (lineEnd < text.length) {
    const lineStart = lineEnd + 2;
    lineEnd = endOfLine(text, lineStart);
    const colon = text.indexOf(':', lineStart);
    if (colon < 0 || colon > lineEnd) throw new ProtocolError('a header without a colon');
    const name = text.slice(lineStart, colon).toLowerCase();
    const value = trimmed(text, colon + 1, lineEnd);
    if (!fieldName.test(name) || !fieldValue.test(value)) throw new ProtocolError('a header that is none');
    headers.push(name, value);
    if (name === 'content-length') {
      if (!digits.test(value) || !Number.isNaN(contentLength)) throw new ProtocolError('two lengths, or none');
      contentLength = Number(value);
    } else if (name === 'transfer-encoding') {
      transferEncoding = transferEncoding === null ? value : `${transferEncoding}, ${value}`;
    } else if (name === 'connection') connection = `${connection},${value.toLowerCase()}`;
    else if (name === 'keep-alive') idleSeconds = Number(/timeout=(\d{1,9})/i.exec(value)?.[1] ?? idleSeconds);
  }
  if (transferEncoding !== null && !Number.isNaN(contentLength)) throw new ProtocolError('a length and an encoding');
  const httpStatus = Number(code);
  const framing = framingOf(httpStatus, contentLength, transferEncoding);
  const wishes = connection === '' ? [] : connection.split(',').map((wish) => wish.trim());
  // Chunks in HTTP/1.0 may have passed somebody who does not know them (RFC 9112, 6.1).
  const stays = minor === '1' ? !wishes.includes('close') : wishes.includes('keep-alive') && transferEncoding === null;
  return { httpStatus, headers, framing, contentLength, keepsAlive: stays && framing !== 'close', idleSeconds };
}

function framingOf(httpStatus: number, contentLength: number, transferEncoding: string | null): Framing {
  if (httpStatus < 200 || httpStatus === 204 || httpStatus === 304) return 'none';
  if (transferEncoding !== null) return /(?:^|,)[ \t]*chunked[ \t]*$/i.test(transferEncoding) ? 'chunked' : 'close';
  if (Number.isNaN(contentLength)) return 'close';
  return contentLength === 0 ? 'none' : 'length';
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\r\n', from);
  return at < 0 ? text.length : at;
}

/** The text from `from` to `to` without the spaces and tabs around it. */
function trimmed(text: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
