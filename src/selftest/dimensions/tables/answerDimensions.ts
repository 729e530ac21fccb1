import { sessionCookie } from '../../../contract/endpoints.ts';
import { isRecord } from '../../../contract/jsonShape.ts';
import { add, convert, replaced, rewrite, set } from '../../faults/edits.ts';
import { changeAt } from '../../faults/faultPlaces.ts';
import type { Injection } from '../../faults/injection.ts';
import {
  both,
  type Condition,
  from,
  mutateCookie,
  mutateResponse,
  startsSession,
} from '../../faults/mutateResponse.ts';
import { isStandardError, nobody, type ResponseDraft, statusOf } from '../../faults/responseDraft.ts';
import { dimension, openIn } from '../dimension.ts';
import { reorderInPlace, reversed } from '../reorder.ts';

function withCookies(applies: Condition, change: (cookies: string[]) => string[]): Injection {
  return mutateResponse(applies, (draft) => {
    draft.headers['set-cookie'] = change([draft.headers['set-cookie'] ?? []].flat());
  });
}

function attributes(change: (attributes: string) => string): Injection {
  return mutateCookie((cookie) => {
    const at = cookie.indexOf(';');
    return at < 0 ? cookie : `${cookie.slice(0, at)}${change(cookie.slice(at))}`;
  });
}

const longAgo = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0';
const completes: Condition = (draft) => statusOf(draft) === 'survey_complete';
const carriedOnly: Condition = (draft, { session, carriesSession }) =>
  session !== undefined && carriesSession && !startsSession(draft, nobody);

/** The session cookie and others. */
export const cookieDimensions = openIn('take', [
  dimension('cookieLifetime', 'How long the session cookie says that it lives', 'session', {
    'max-age': attributes((text) => `${text}; Max-Age=86400`),
    expires: attributes((text) => `${text}; Expires=Fri, 31 Dec 2060 23:59:59 GMT`),
  }),
  dimension('cookieSpelling', 'How the attributes of the session cookie are spelt', 'usual', {
    'lower-case': attributes((text) => text.toLowerCase()),
    tight: attributes(replaced(/; /g, ';')),
    quoted: attributes((text) => `; Version=1; Max-Age="3600"; Discard${text.replace(/path=([^;]*)/i, 'Path="$1"')}`),
  }),
  dimension('cookiePath', 'The path that the session cookie is meant for', 'root', {
    api: mutateCookie(replaced(/path=[^;]*/i, 'Path=/a/api/v2')),
    surveys: mutateCookie(replaced(/path=[^;]*/i, 'Path=/a/api/v2/surveys/')),
    survey: mutateCookie((cookie, { survey }) => cookie.replace(/path=[^;]*/i, `Path=/a/api/v2/surveys/${survey?.id}`)),
  }),
  dimension('cookieAgain', 'Whether the session cookie is sent with later answers too', 'first', {
    always: mutateResponse(carriedOnly, ({ headers }, { session }) => {
      headers['set-cookie'] = [`${sessionCookie}=${session?.id}; Path=/; HttpOnly`];
    }),
  }),
  dimension('cookieAtEnd', 'Whether the session cookie is cleared when the survey is complete', 'kept', {
    cleared: withCookies(completes, (cookies) => [...cookies, `${sessionCookie}=; Path=/; ${longAgo}`]),
  }),
  dimension('otherCookies', 'Cookies beside that of the session', 'none', {
    before: withCookies(startsSession, (cookies) => ['lang=en; Path=/', '_ga=GA1.2.3; Path=/', ...cookies]),
    after: withCookies(startsSession, (cookies) => [...cookies, 'visited=yes; Path=/a/api/v2; SameSite=Lax']),
    expired: withCookies(startsSession, (cookies) => [...cookies, `old=gone; Path=/; ${longAgo}`]),
  }),
]);

function asPage(draft: ResponseDraft): void {
  draft.contentType = 'text/html';
  draft.text = `<html><head><title>${draft.httpStatus}</title></head><body><hr><center>nginx</center></body></html>`;
}

const isRefused: Condition = ({ httpStatus }) => [400, 413, 415].includes(httpStatus);
const isOfNoId: Condition = (_draft, { url }) =>
  /\/(surveys|organizations|responses|datapads)\/(?!filter)[^/?]*[^-\d/?]/.test(url);

/** Errors. */
export const errorDimensions = openIn('errors', [
  dimension('errorMembers', 'Members of a standard error beyond the six', 'none', {
    some: ['standard errors', add({ timestamp: '2026-03-09T13:05:07Z', details: null })],
  }),
  dimension('errorResource', 'What resourceUrl names', 'path', {
    url: ['standard errors', convert('resourceUrl', (path) => `https://api.surveys.example${path}`)],
    template: ['standard errors', set('resourceUrl', '/a/api/v2/surveys/{survey_id}')],
    empty: ['standard errors', set('resourceUrl', '')],
  }),
  dimension('errorDocs', 'Where the reference of error codes is', 'with-fragment', {
    elsewhere: ['standard errors', set('docs', 'https://help.surveys.example/en/articles/7?lang=en')],
  }),
  dimension('sessionErrorMembers', 'Members of a session error beyond the two', 'none', {
    some: [
      ['session errors, on submit', set('retry', false)],
      ['session errors, on back', set('retry', null)],
    ],
  }),
  dimension('challenge', 'Whether a 401 comes with a challenge', 'no', {
    yes: ['headers, standard error, with HTTP 401', add({ 'www-authenticate': 'ApiKey realm="surveys"' })],
  }),
  dimension(
    'gateway',
    'Who refuses a submission that no client of the contract sends, and an id that is none',
    'service',
    {
      html: [
        mutateResponse(both(from('submit-page'), isStandardError, isRefused), asPage),
        mutateResponse(both(isStandardError, isOfNoId), asPage),
      ],
    },
  ),
]);

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
