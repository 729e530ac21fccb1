import { sessionCookie } from '../../../contract/endpoints.ts';
import type { Injection } from '../../faults/fault.ts';
import { type Condition, mutateCookie, mutateResponse, startsSession } from '../../faults/mutateResponse.ts';
import { nobody, type ResponseDraft, statusOf } from '../../faults/responseDraft.ts';
import { by, dimension, openIn } from '../dimension.ts';

function withCookies(applies: Condition, change: (cookies: string[], draft: ResponseDraft) => string[]): Injection {
  return mutateResponse(applies, (draft) => {
    draft.headers['set-cookie'] = change([draft.headers['set-cookie'] ?? []].flat(), draft);
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

/** The session cookie and others. */
export const cookieDimensions = openIn('take', [
  dimension(
    'cookieLifetime',
    'How long the session cookie says that it lives',
    ['session', 'max-age', 'expires'],
    by({
      'max-age': attributes((text) => `${text}; Max-Age=86400`),
      expires: attributes((text) => `${text}; Expires=Fri, 31 Dec 2060 23:59:59 GMT`),
    }),
  ),
  dimension(
    'cookieSpelling',
    'How the attributes of the session cookie are spelt',
    ['usual', 'lower-case', 'tight', 'quoted'],
    by({
      quoted: attributes((text) => `; Version=1; Max-Age="3600"; Discard${text.replace(/path=([^;]*)/i, 'Path="$1"')}`),
      'lower-case': attributes((text) => text.toLowerCase()),
      tight: attributes((text) => text.replaceAll('; ', ';')),
    }),
  ),
  dimension(
    'cookiePath',
    'The path that the session cookie is meant for',
    ['root', 'api', 'surveys', 'survey'],
    (value) =>
      mutateResponse(startsSession, (draft, { survey }) => {
        const paths: Readonly<Record<string, string>> = {
          api: '/a/api/v2',
          surveys: '/a/api/v2/surveys/',
          survey: `/a/api/v2/surveys/${survey?.id}`,
        };
        draft.headers['set-cookie'] = [draft.headers['set-cookie'] ?? []]
          .flat()
          .map((cookie) =>
            cookie.startsWith(`${sessionCookie}=`) ? cookie.replace(/path=[^;]*/i, `Path=${paths[value]}`) : cookie,
          );
      }),
  ),
  dimension('cookieAgain', 'Whether the session cookie is sent with later answers too', ['first', 'always'], () =>
    mutateResponse(
      (draft, { session, carriesSession }) => session !== undefined && carriesSession && !startsSession(draft, nobody),
      (draft, { session }) => {
        draft.headers['set-cookie'] = [`${sessionCookie}=${session?.id}; Path=/; HttpOnly`];
      },
    ),
  ),
  dimension(
    'cookieAtEnd',
    'Whether the session cookie is cleared when the survey is complete',
    ['kept', 'cleared'],
    () => withCookies(completes, (cookies) => [...cookies, `${sessionCookie}=; Path=/; ${longAgo}`]),
  ),
  dimension(
    'otherCookies',
    'Cookies beside that of the session',
    ['none', 'before', 'after', 'expired'],
    by({
      before: withCookies(startsSession, (cookies) => ['lang=en; Path=/', '_ga=GA1.2.3; Path=/', ...cookies]),
      after: withCookies(startsSession, (cookies) => [...cookies, 'visited=yes; Path=/a/api/v2; SameSite=Lax']),
      expired: withCookies(startsSession, (cookies) => [...cookies, `old=gone; Path=/; ${longAgo}`]),
    }),
  ),
]);
