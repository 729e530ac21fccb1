import { isRecord } from '../../../contract/jsonShape.ts';
import { add, rewrite, set } from '../../faults/edits.ts';
import { changeAt } from '../../faults/faultPlaces.ts';
import type { Injection } from '../../faults/injection.ts';
import { dimension, openIn } from '../dimension.ts';
import { reorderInPlace, reversed } from '../reorder.ts';

function requestId(change: (id: string) => string): Injection {
  return changeAt('bodies', rewrite('requestID', change));
}

function written(write: (body: unknown) => string): Injection {
  return changeAt('answers', set('write', write));
}

function ordered(order: (names: string[]) => string[]): Injection {
  return changeAt('bodies', (body) => reorderInPlace(body, order));
}

function escaped(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The envelope of every answer. */
export const envelopeDimensions = openIn('overview', [
  dimension('envelopeMembers', 'Members beside response and requestID', 'none', {
    some: ['bodies, successful', add({ apiVersion: '2.14.0', serverTime: 1_773_061_507_000, links: {} })],
    null: ['bodies, successful', add({ error: null, errors: null })],
  }),
  dimension('requestIdForm', 'What a requestID looks like', 'short', {
    uuid: requestId((id) => `6f9619ff-8b86-d011-b42d-${Buffer.from(id).toString('hex')}`),
    digits: requestId((id) => BigInt(`0x${Buffer.from(id).toString('hex')}`).toString()),
    long: requestId((id) => `${'node-eu-west-1/pod-7/'.repeat(8)}${id}`),
    punctuated: requestId((id) => `[req] ${id} "é" \\ {7}`),
  }),
  dimension('memberOrder', 'The order of members in a body', 'as-documented', {
    reversed: ordered(reversed),
    sorted: ordered((names) => [...names].sort()),
  }),
  dimension('jsonText', 'How JSON is written: blanks, escapes', 'compact', {
    indented: written((body) => `\n${JSON.stringify(body, null, 2)}\n`),
    ascii: written((body) => escaped(JSON.stringify(body))),
    slashes: written((body) => JSON.stringify(body).replaceAll('/', '\\/')),
  }),
  dimension('contentTypeForm', 'How Content-Type says that a body is JSON', 'charset', {
    bare: ['answers', set('contentType', 'application/json')],
    quoted: ['answers', set('contentType', 'application/json;charset="utf-8"')],
    capitals: ['answers', set('contentType', 'Application/JSON; Charset=UTF-8')],
  }),
  dimension('otherHeaders', 'Headers that the document does not have', 'none', {
    security: [
      'headers',
      add({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'x-request-id': '1',
        server: 'nginx',
      }),
    ],
    caching: [
      'headers',
      add({
        'cache-control': 'no-cache, no-store, must-revalidate',
        pragma: 'no-cache',
        expires: '0',
        vary: 'Accept-Encoding, Cookie',
      }),
    ],
    close: ['headers', add({ connection: 'close' })],
  }),
  dimension('nullMembers', 'Members of null beside those that are documented', 'none', {
    response: ['bodies, successful', ({ response }) => isRecord(response) && set('warnings', null)(response)],
  }),
]);
