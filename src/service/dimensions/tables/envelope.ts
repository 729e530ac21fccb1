import { isRecord } from '../../../contract/jsonShape.ts';
import { convertText, set } from '../../faults/edits.ts';
import type { Injection } from '../../faults/fault.ts';
import { mutateBody, mutateResponse } from '../../faults/mutateResponse.ts';
import { isSuccess, type ResponseDraft } from '../../faults/responseDraft.ts';
import { by, dimension, openIn } from '../dimension.ts';
import { reorderInPlace, reversed } from '../reorder.ts';

const any = (): boolean => true;

function requestId(change: (id: string) => string): Injection {
  return mutateBody(({ body }) => typeof body.requestID === 'string', convertText('requestID', change));
}

function written(write: (body: unknown) => string): Injection {
  return mutateResponse(any, (draft) => {
    draft.write = write;
  });
}

function header(name: string, value: string): Injection {
  return mutateResponse(any, ({ headers }) => {
    headers[name] = value;
  });
}

function contentType(text: string): Injection {
  return mutateResponse(any, (draft: ResponseDraft) => {
    draft.contentType = text;
  });
}

const beyondAscii = /[\u0080-\uffff]/g;

function escaped(text: string): string {
  return text.replace(beyondAscii, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The envelope of every answer. */
export const envelopeDimensions = openIn('overview', [
  dimension('envelopeMembers', 'Members beside response and requestID', ['none', 'some', 'null'], (value) =>
    mutateBody(isSuccess, (body) => {
      if (value === 'null') Object.assign(body, { error: null, errors: null });
      else Object.assign(body, { apiVersion: '2.14.0', serverTime: 1_773_061_507_000, links: {} });
    }),
  ),
  dimension(
    'requestIdForm',
    'What a requestID looks like',
    ['short', 'uuid', 'digits', 'long', 'punctuated'],
    by({
      uuid: requestId((id) => `6f9619ff-8b86-d011-b42d-${Buffer.from(id).toString('hex')}`),
      digits: requestId((id) => BigInt(`0x${Buffer.from(id).toString('hex')}`).toString()),
      long: requestId((id) => `${'node-eu-west-1/pod-7/'.repeat(8)}${id}`),
      punctuated: requestId((id) => `[req] ${id} "é" \\ {7}`),
    }),
  ),
  dimension('memberOrder', 'The order of members in a body', ['as-documented', 'reversed', 'sorted'], (value) =>
    mutateBody(any, (body) =>
      reorderInPlace(body, (names) => (value === 'reversed' ? reversed(names) : [...names].sort())),
    ),
  ),
  dimension(
    'jsonText',
    'How JSON is written: blanks, escapes',
    ['compact', 'indented', 'ascii', 'slashes'],
    by({
      indented: written((body) => `\n${JSON.stringify(body, null, 2)}\n`),
      ascii: written((body) => escaped(JSON.stringify(body))),
      slashes: written((body) => JSON.stringify(body).replaceAll('/', '\\/')),
    }),
  ),
  dimension(
    'contentTypeForm',
    'How Content-Type says that a body is JSON',
    ['charset', 'bare', 'quoted', 'capitals'],
    by({
      bare: contentType('application/json'),
      quoted: contentType('application/json;charset="utf-8"'),
      capitals: contentType('Application/JSON; Charset=UTF-8'),
    }),
  ),
  dimension(
    'otherHeaders',
    'Headers that the document does not have',
    ['none', 'security', 'caching', 'close'],
    by({
      security: mutateResponse(any, ({ headers }) => {
        headers['strict-transport-security'] = 'max-age=31536000; includeSubDomains';
        headers['x-content-type-options'] = 'nosniff';
        headers['x-request-id'] = '1';
        headers.server = 'nginx';
      }),
      caching: mutateResponse(any, ({ headers }) => {
        headers['cache-control'] = 'no-cache, no-store, must-revalidate';
        headers.pragma = 'no-cache';
        headers.expires = '0';
        headers.vary = 'Accept-Encoding, Cookie';
      }),
      close: header('connection', 'close'),
    }),
  ),
  dimension('nullMembers', 'Members of null beside those that are documented', ['none', 'response'], () =>
    mutateBody(isSuccess, ({ response }) => {
      if (!isRecord(response)) return false;
      return set('warnings', null)(response);
    }),
  ),
]);
