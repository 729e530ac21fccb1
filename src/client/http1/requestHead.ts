import { apiKeyHeader, sessionTokenHeader } from '../../contract/endpoints.ts';
import { fieldName, fieldValue, ProtocolError } from './messageSyntax.ts';

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
  if (!target.test(path)) throw new ProtocolError('a path that must not stand in a request');
  let text = `${method} ${path} HTTP/1.1\r\n${fixed}`;
  text += headerLines(headers);
  if (bodyBytes !== null || method !== 'GET') text += `content-length: ${bodyBytes ?? 0}\r\n`;
  return `${text}\r\n`;
}

/** The lines that all requests to a target begin with. @param headers of the profile, names and values in turn. */
export function fixedHead(host: string, headers: readonly string[]): string {
  return `host: ${host}\r\nconnection: keep-alive\r\n${headerLines(headers)}`;
}

function headerLines(headers: readonly string[]): string {
  let text = '';
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] as string;
    const value = headers[at + 1] as string;
    if (!(usual.has(name) || mayStand(name)) || !fieldValue.test(value)) {
      throw new ProtocolError('a header that must not stand in a request');
    }
    text += `${name}: ${value}\r\n`;
  }
  return text;
}

function mayStand(name: string): boolean {
  return fieldName.test(name) && !reserved.has(name.toLowerCase());
}
