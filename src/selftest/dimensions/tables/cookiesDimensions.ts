import { sessionCookie } from '../../../contract/endpoints.ts';
import { replaced } from '../../faults/edits.ts';
import type { Injection } from '../../faults/injection.ts';
import { type Condition, mutateCookie, mutateResponse, startsSession } from '../../faults/mutateResponse.ts';
import { nobody, statusOf } from '../../faults/responseDraft.ts';
import { dimension, openIn } from '../dimension.ts';

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
