import { sessionCookie, sessionTokenHeader } from '../../contract/endpoints.ts';
import type { Session } from '../respondent/sessions.ts';
import { decide } from './decisionFaults.ts';
import type { Fault } from './fault.ts';
import type { ReplyContext, ReplyDraft } from './replyDraft.ts';
import { isSessionError, spoil, spoilSessionError } from './replyFaults.ts';

function startsSession(draft: ReplyDraft): boolean {
  return cookies(draft).some((cookie) => cookie.startsWith(`${sessionCookie}=`));
}

function cookies({ headers }: ReplyDraft): string[] {
  return [headers['set-cookie'] ?? []].flat();
}

function editCookie(draft: ReplyDraft, edit: (cookie: string) => string): void {
  draft.headers['set-cookie'] = cookies(draft).map((cookie) =>
    cookie.startsWith(`${sessionCookie}=`) ? edit(cookie) : cookie,
  );
}

function goesOn(_draft: ReplyDraft, { session, walk }: ReplyContext): boolean {
  return session !== undefined && (walk?.submissions ?? 0) > 0;
}

/** Broken promises about the session and what carries it (document, Endpoints 1 to 3; Errors, session error body). */
export const sessionFaults: readonly Fault[] = [
  spoil(
    { id: 'session-not-set', section: 'take', description: 'The first take sets neither session cookie nor token.' },
    (draft) => startsSession(draft) || sessionTokenHeader in draft.headers,
    (draft) => {
      draft.headers['set-cookie'] = undefined;
      draft.headers[sessionTokenHeader] = undefined;
    },
  ),
  spoil(
    { id: 'session-set-again', section: 'take', description: 'A later answer sets another session cookie.' },
    (draft, context) => goesOn(draft, context) && !startsSession(draft),
    (draft) => {
      draft.headers['set-cookie'] = [`${sessionCookie}=0123456789ABCDEF0123456789ABCDEF; Path=/; HttpOnly`];
    },
  ),
  spoil(
    { id: 'cookie-renamed', section: 'authentication', description: 'The session cookie is called SESSIONID.' },
    startsSession,
    (draft) => editCookie(draft, (cookie) => cookie.replace(sessionCookie, 'SESSIONID')),
  ),
  spoil(
    { id: 'cookie-path-take', section: 'take', description: 'The session cookie is good for the path of take only.' },
    startsSession,
    (draft) => editCookie(draft, (cookie) => cookie.replace('Path=/', 'Path=/a/api/v2/surveys/0/take')),
  ),
  spoil(
    { id: 'cookie-other-domain', section: 'take', description: 'The session cookie is for another host.' },
    startsSession,
    (draft) => editCookie(draft, (cookie) => `${cookie}; Domain=surveys.example`),
  ),
  spoil(
    { id: 'cookie-expires-at-once', section: 'take', description: 'The session cookie expires as soon as it is set.' },
    startsSession,
    (draft) => editCookie(draft, (cookie) => `${cookie}; Max-Age=0`),
  ),
  decide(
    { id: 'session-forgotten', section: 'take', description: 'A live session is not found again.', everyNth: 5 },
    (clean, occurs) => ({
      sessionOf: (carried) => {
        const session = clean.sessionOf(carried);
        return session !== undefined && occurs() ? undefined : session;
      },
    }),
  ),
  decide(
    {
      id: 'session-forgotten-in-crowd',
      section: 'take',
      description: 'Sessions are lost when many respondents are served at once.',
      needsCrowd: true,
      everyNth: 50,
    },
    (clean, occurs, crowd) => ({
      sessionOf: (carried) => {
        const session = clean.sessionOf(carried);
        return session !== undefined && crowd.isCrowded && occurs() ? undefined : session;
      },
    }),
  ),
  decide(
    {
      id: 'session-shared',
      section: 'take',
      description: 'A take without a session goes on in that of the respondent before.',
    },
    (clean, occurs) => {
      let latest: Session | undefined;
      return {
        sessionOf: (carried) => {
          const session = clean.sessionOf(carried);
          if (session === undefined && latest !== undefined && occurs()) return latest;
          latest = session ?? latest;
          return session;
        },
      };
    },
  ),
  decide(
    {
      id: 'session-swapped-in-crowd',
      section: 'sanity',
      description: 'A request is served in the session of another respondent when many are served at once.',
      needsCrowd: true,
      everyNth: 100,
    },
    (clean, occurs, crowd) => {
      let latest: Session | undefined;
      return {
        sessionOf: (carried) => {
          const session = clean.sessionOf(carried);
          const other = latest;
          latest = session ?? latest;
          return session !== undefined && other !== undefined && crowd.isCrowded && occurs() ? other : session;
        },
      };
    },
  ),
  spoil(
    {
      id: 'expired-as-closed',
      section: 'submit-page',
      description: 'Submitting without a session gives survey_closed.',
    },
    (draft, { endpoint }) => endpoint === 'submit-page' && isSessionError(draft),
    (draft) => {
      draft.httpStatus = 200;
      draft.text = JSON.stringify({ response: { status: 'survey_closed' }, requestID: draft.body.requestID });
    },
  ),
  spoil(
    {
      id: 'expired-as-standard',
      section: 'errors',
      description: 'Submitting without a session gives a standard error.',
    },
    (draft, { endpoint }) => endpoint === 'submit-page' && isSessionError(draft),
    (draft) => {
      draft.httpStatus = 400;
      draft.text = JSON.stringify({
        response: {
          error: {
            docs: 'https://docs.surveys.example/error-codes#1000',
            name: 'BAD_REQUEST',
            httpStatusCode: 400,
            id: '1000',
            message: 'Invalid URL parameters',
            resourceUrl: '/a/api/v2/surveys',
          },
        },
      });
    },
  ),
  spoilSessionError(
    { id: 'expired-other-code', section: 'errors', description: 'The session error has code 1003.' },
    'submit-page',
    (error) => {
      error.code = 1003;
    },
  ),
  spoilSessionError(
    { id: 'expired-code-string', section: 'errors', description: 'The code of the session error is a string.' },
    'submit-page',
    (error) => {
      error.code = '1002';
    },
  ),
  spoilSessionError(
    { id: 'expired-other-message', section: 'errors', description: 'The session error has another message.' },
    'submit-page',
    (error) => {
      error.message = 'Session timed out.';
    },
  ),
  spoilSessionError(
    { id: 'expired-without-request-id', section: 'errors', description: 'The session error has no requestID.' },
    'submit-page',
    (_error, { body }) => {
      delete body.requestID;
    },
  ),
  spoilSessionError(
    { id: 'back-error-other-code', section: 'errors', description: 'The error of previous-page has code 1000.' },
    'previous-page',
    (error) => {
      error.code = 1000;
    },
  ),
  spoilSessionError(
    {
      id: 'back-error-other-message',
      section: 'errors',
      description: 'The error of previous-page has another message.',
    },
    'previous-page',
    (error) => {
      error.message = 'Bad request';
    },
  ),
  spoilSessionError(
    { id: 'back-error-message-missing', section: 'errors', description: 'The error of previous-page has no message.' },
    'previous-page',
    (error) => {
      delete error.message;
    },
  ),
];
