import { apiKeyHeader, sessionTokenHeader } from '../../contract/endpoints.ts';
import { hashed } from '../bufferHash.ts';

/** Names and values of header fields, a character a byte (RFC 9110, 5). */
export const fieldName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
export const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** A message that is not HTTP/1.1 as RFC 9112 has it. */
export class ProtocolError extends Error {}

const target = /^\/[\x21-\x7e\x80-\xff]*$/;
/** Headers that say how a message is framed or routed: the connection's own business. */
const reserved = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/** What nearly every header is called: no need to look at each letter again. */
const usual = new Set(['accept', 'content-type', apiKeyHeader, 'cookie', sessionTokenHeader, 'traceparent']);

/**
 * The head of a request, a character a byte (RFC 9112, 3 and 5).
 *
 * @param fixed the lines that all requests to a target begin with, as {@link fixedHead} makes them.
 * @param headers names and values in turn.
 * @param bodyBytes length of the body; null without one.
 * @throws ProtocolError for a path or a header that must not stand in a request, so that nobody can smuggle one in.
 */
export function requestHead(
  method: string,
  path: string,
  fixed: string,
  headers: readonly string[],
  bodyBytes: number | null,
): string {
  demandPath(path);
  let text = `${method} ${path} HTTP/1.1\r\n${fixed}`;
  text += headerLines(headers);
  if (bodyBytes !== null || method !== 'GET') text += `content-length: ${bodyBytes ?? 0}\r\n`;
  return `${text}\r\n`;
}

/** The lines that all requests to a target begin with. @param headers of the profile, names and values in turn. */
export function fixedHead(host: string, headers: readonly string[]): string {
  return `host: ${host}\r\nconnection: keep-alive\r\n${headerLines(headers)}`;
}

/** Header fields, a line each. @param headers names and values in turn. @throws ProtocolError as `requestHead` does. */
export function headerLines(headers: readonly string[]): string {
  let text = '';
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] as string;
    const value = headers[at + 1] as string;
    demandHeader(name, value);
    text += `${name}: ${value}\r\n`;
  }
  return text;
}

/** @throws ProtocolError for a path that must not stand in a request */
export function demandPath(path: string): void {
  if (!target.test(path)) throw new ProtocolError('a path that must not stand in a request');
}

/** @throws ProtocolError for a header that must not stand in a request */
export function demandHeader(name: string, value: string): void {
  const mayStand = usual.has(name) || (fieldName.test(name) && !reserved.has(name.toLowerCase()));
  if (!mayStand || !fieldValue.test(value)) throw new ProtocolError('a header that must not stand in a request');
}

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

/** Bounds of what is kept. */
const mostKept = 256;
const longestKept = 1024;

interface KnownHead {
  readonly bytes: Buffer;
  readonly head: ResponseHead;
}

/**
 * Parses the heads of responses and remembers them by their bytes: within a second of its `Date`, a service has few, and
 * one that is known is compared where it was read, without a text of its own. Each has one of two places by its hash: two
 * of one hash do not displace each other in turns, and one that never comes again (with an id of its own, say) displaces
 * one or two. What a head parsed to is shared by all that are alike, and frozen. One that gives a session never comes
 * again, and is not kept.
 */
export class KnownHeads {
  readonly #known: (KnownHead | null)[] = new Array<KnownHead | null>(mostKept).fill(null);

  /** As {@link parseHead}, of the bytes up to the blank line that ends the head at `end`. @throws ProtocolError */
  read(bytes: Buffer, from: number, end: number): ResponseHead {
    const length = end - from;
    if (length > longestKept) return parseHead(bytes.toString('latin1', from, end));
    // The numbers at their ends tell heads apart: of the product, they have changed the upper bits.
    const place = (Math.imul(hashed(length, bytes, from, end), 0x85ebca6b) >>> 16) & (mostKept - 2);
    const known = this.#at(place, bytes, from, end) ?? this.#at(place + 1, bytes, from, end);
    if (known !== null) return known;
    const head = parseHead(bytes.toString('latin1', from, end));
    if (head.headers.some((name, at) => at % 2 === 0 && givesSession(name))) return head;
    Object.freeze(head.headers);
    this.#known[place + 1] = this.#known[place] ?? null;
    this.#known[place] = { bytes: Buffer.from(bytes.subarray(from, end)), head: Object.freeze(head) };
    return head;
  }

  #at(place: number, bytes: Buffer, from: number, end: number): ResponseHead | null {
    const known = this.#known[place] ?? null;
    if (known === null || known.bytes.length !== end - from) return null;
    return bytes.compare(known.bytes, 0, end - from, from, end) === 0 ? known.head : null;
  }
}

/** Whether a header carries a session. */
function givesSession(name: string): boolean {
  return name === 'set-cookie' || name === sessionTokenHeader;
}
