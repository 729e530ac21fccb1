import { demandHeader, demandPath } from '../http1/heads.ts';
import type { OutgoingRequest } from '../transport.ts';
import { fieldText } from './hpack.ts';

/** Places in the static table of names (RFC 7541, appendix A). */
const places = { authority: 1, method: 2, path: 4, contentLength: 28 } as const;
const methodTexts = { GET: '\x82', POST: '\x83', PUT: fieldText(places.method, 'PUT') } as const;
const schemeHttps = '\x87';

/** The fields that all requests to a target have. @param headers of the profile, names and values in turn */
export function fixedFields(host: string, headers: readonly string[]): string {
  return schemeHttps + fieldText(places.authority, host) + fieldTexts(headers);
}

/** @throws ProtocolError for a header that must not stand in a request */
export function fieldTexts(headers: readonly string[]): string {
  let text = '';
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name = '', value = ''] = [headers[at], headers[at + 1]];
    demandHeader(name, value);
    text += fieldText(name.toLowerCase(), value);
  }
  return text;
}

/**
 * The fields of a request that come before those of its session.
 *
 * @throws ProtocolError for a path that must not stand in a request
 */
export function requestFields(method: OutgoingRequest['method'], path: string): string {
  demandPath(path);
  return methodTexts[method] + fieldText(places.path, path);
}

export function lengthField(bytes: number): string {
  return fieldText(places.contentLength, String(bytes));
}
