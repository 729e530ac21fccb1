import { sessionCookie, sessionTokenHeader } from '../../../contract/endpoints.ts';
import { currentPage, returnToFurthest, type Session, type Walk } from '../../../service/respondent/keptSessions.ts';
import { aroundDecision, decideOtherwise } from '../decideOtherwise.ts';
import { at, replaced, set } from '../edits.ts';
import { fault, inSection } from '../fault.ts';
import type { Injection } from '../injection.ts';
import { bareList, type Condition, mutateCookie, mutateResponse, startsSession } from '../mutateResponse.ts';
import { isPage, type ResponseContext } from '../responseDraft.ts';

const goesOn: Condition = (_draft, { session, walk }) => session !== undefined && (walk?.submissions ?? 0) > 0;

const forgetSession = decideOtherwise('sessionOf', {
  when: (session) => session !== undefined,
  instead: () => undefined,
});

/** The walk of the session in another survey than the one that is taken. */
function walkElsewhere({ endpoint, session, walk }: ResponseContext): Walk | undefined {
  return endpoint === 'take' ? session?.walks.find(({ surveyId }) => surveyId !== walk?.surveyId) : undefined;
}

/** The questions that each walk was shown last. */
const shownLast = new WeakMap<Walk, unknown>();
const isElsewhere: Condition = (draft, context) => {
  const { questions } = at(draft.body, 'response');
  const { walk } = context;
  if (walk !== undefined && isPage(draft) && walkElsewhere(context) === undefined) shownLast.set(walk, questions);
  return isPage(draft) && walkElsewhere(context) !== undefined;
};

function sameCookie(): Injection {
  let first: string | undefined;
  return mutateCookie((cookie) => {
    first ??= cookie;
    return first;
  });
}

/** Endpoint 1. */
export const takeFaults = inSection('take', [
  fault('resume-furthest', 'MOVE-RESUME-03', 'Take after going back shows the furthest page.', {
    how: aroundDecision('pageOnTake', (pageOnTake) => (walk, survey) => {
      returnToFurthest(walk);
      return pageOnTake(walk, survey);
    }),
  }),
  fault('resume-furthest-in-one', 'MOVE-RESUME-01', 'Take after going back shows the furthest page, in one survey.', {
    how: aroundDecision('pageOnTake', (pageOnTake) => (walk, survey) => {
      if (survey.id === 1001) returnToFurthest(walk);
      return pageOnTake(walk, survey);
    }),
  }),
  ['take-created', 'TAKE-HTTP-01', 'answers, on take, with HTTP 200', set('httpStatus', 201)],
  ['take-error-500', 'TAKE-HTTP-01', 'answers, on take, with error', set('httpStatus', 500)],
  fault('take-other-survey', 'TAKE-SURVEY-01', 'With the session of another survey take shows a page of that one.', {
    how: mutateResponse(isElsewhere, ({ body }, context) => {
      const other = walkElsewhere(context);
      at(body, 'response').questions = other && shownLast.get(other);
    }),
  }),
  fault('take-moves-other-survey', 'MOVE-RESUME-02', 'Taking a survey moves the session on in another one.', {
    how: mutateResponse(isElsewhere, (_draft, context) => {
      const other = walkElsewhere(context);
      if (other !== undefined) other.path.push(currentPage(other) + 1);
    }),
  }),
  ['take-bare-list', 'TAKE-SHAPE-01', 'bodies, on take, with a page', bareList],
  fault('session-not-set', 'TAKE-COOKIE-01', 'The first take sets neither session cookie nor token.', {
    how: mutateResponse(
      (draft, context) => startsSession(draft, context) || sessionTokenHeader in draft.headers,
      ({ headers }) => Object.assign(headers, { 'set-cookie': undefined, [sessionTokenHeader]: undefined }),
    ),
  }),
  fault('session-set-again', 'TAKE-COOKIE-02 MOVE-RESUME-01', 'A later answer sets another session cookie.', {
    how: mutateResponse(
      (draft, context) => goesOn(draft, context) && !startsSession(draft, context),
      ({ headers }) => {
        headers['set-cookie'] = [`${sessionCookie}=0123456789ABCDEF0123456789ABCDEF; Path=/; HttpOnly`];
      },
    ),
  }),
  fault('cookie-path-take', 'TAKE-COOKIE-04', 'The session cookie is good for the path of take only.', {
    how: mutateCookie(replaced('Path=/', 'Path=/a/api/v2/surveys/0/take')),
  }),
  fault('cookie-other-domain', 'TAKE-COOKIE-04', 'The session cookie is for another host.', {
    how: mutateCookie((cookie) => `${cookie}; Domain=surveys.example`),
  }),
  fault('cookie-expires-at-once', 'TAKE-COOKIE-04', 'The session cookie expires as soon as it is set.', {
    how: mutateCookie((cookie) => `${cookie}; Max-Age=0`),
  }),
  ['session-forgotten', 'TAKE-COOKIE-03', 'A live session is not found again.', forgetSession, { everyNth: 5 }],
  ['session-id-again', 'SANITY-ISOLATION-03', 'Some new respondents share a session.', sameCookie(), { everyNth: 5 }],
  fault('session-forgotten-in-crowd', 'TAKE-COOKIE-03', 'Sessions are lost in a crowd of respondents.', {
    how: forgetSession,
    everyNth: 50,
    among: 'crowd',
  }),
  fault('session-shared', 'TAKE-NEW-01', 'A new respondent goes on in an older session.', {
    how: aroundDecision('sessionOf', (sessionOf, occurs) => {
      let latest: Session | undefined;
      return (carried) => {
        const session = sessionOf(carried);
        if (session === undefined && latest !== undefined && occurs()) return latest;
        latest = session ?? latest;
        return session;
      };
    }),
  }),
]);
