import { randomUUID } from 'node:crypto';
import { type EndpointId, sessionCookie } from '../../contract/endpoints.ts';
import { type StandardErrorStatus, standardErrors } from '../../contract/serviceErrors.ts';
import type { Status } from '../../contract/statuses.ts';
import { at, type Edit, type Members, said, within } from './edits.ts';
import type { Injection } from './injection.ts';
import { editQuestions, isPage, questionsOf, type ResponseContext, type ResponseDraft } from './responseDraft.ts';

/** Faults in responses on their way out, by the sort of response. */

/** Which responses a fault changes. */
export type Condition = (draft: ResponseDraft, context: ResponseContext) => boolean;
type Change = (draft: ResponseDraft, context: ResponseContext) => unknown;

export const always: Condition = () => true;

/** All of some conditions. */
export function both(...conditions: readonly Condition[]): Condition {
  return (draft, context) => conditions.every((holds) => holds(draft, context));
}

export function from(endpoint: EndpointId): Condition {
  return (_draft, context) => context.endpoint === endpoint;
}

export function mutateResponse(applies: Condition, change: Change): Injection {
  return { kind: 'response', applies, change };
}

export function mutateBody(applies: Condition, edit: Edit): Injection {
  return mutateResponse(applies, ({ body }) => edit(body));
}

/** Sends another body, as JSON. */
export function replaceBody(
  applies: Condition,
  httpStatus: number,
  body: (clean: Members, context: ResponseContext) => unknown,
): Injection {
  return mutateResponse(applies, (draft, context) => {
    draft.httpStatus = httpStatus;
    draft.text = JSON.stringify(body(draft.body, context));
  });
}

/** A body that holds a status and no page. */
export function statusAlone(status: Status): (clean: Members) => Members {
  return ({ requestID }) => ({ response: { status }, requestID: requestID ?? randomUUID() });
}

/** The body of a standard error (service.md#error-standard). */
export function standardErrorBody(httpStatusCode: StandardErrorStatus): Members {
  const { id, name, message } = standardErrors[httpStatusCode];
  const docs = `https://docs.surveys.example/error-codes#${id}`;
  return { response: { error: { docs, name, httpStatusCode, id, message, resourceUrl: '/a/api/v2/surveys' } } };
}

/** Changes `response` of a page of the respondent flow. */
export function mutatePage(edit: Edit, where: Condition = always): Injection {
  return mutateBody(both(isPage, where), within('response', edit));
}

/** Changes every question JSON of a page; `where` says which questions are an opportunity. */
export function mutateQuestions(
  edit: (question: Members, element: Members) => unknown,
  where: (question: Members) => boolean = () => true,
  applies: Condition = always,
): Injection {
  return mutateResponse(
    (draft, context) => questionsOf(draft).some(where) && applies(draft, context),
    (draft) => editQuestions(draft, (question, element) => where(question) && edit(question, element)),
  );
}

function cookiesOf({ headers }: ResponseDraft): string[] {
  return [headers['set-cookie'] ?? []].flat();
}

/** Whether a response sets the session cookie. */
export const startsSession: Condition = (draft) =>
  cookiesOf(draft).some((cookie) => cookie.startsWith(`${sessionCookie}=`));

/** Changes the session cookie where it is set. */
export function mutateCookie(change: (cookie: string, context: ResponseContext) => string): Injection {
  return mutateResponse(startsSession, (draft, context) => {
    draft.headers['set-cookie'] = cookiesOf(draft).map((cookie) =>
      cookie.startsWith(`${sessionCookie}=`) ? change(cookie, context) : cookie,
    );
  });
}

/** A change of an answer to a status alone: no page comes with it. */
export function says(status: Status): Edit {
  return said((draft) => {
    const { body } = draft as ResponseDraft;
    Object.assign(draft, { httpStatus: 200, text: JSON.stringify(statusAlone(status)(body)) });
  }, `the status is ${status}`);
}

/** A change of an answer to another one, of which the service knows nothing. */
export function fails(httpStatus: number, body: Members = {}): Edit {
  return said(
    (draft) => Object.assign(draft, { httpStatus, text: JSON.stringify(body) }),
    `HTTP ${httpStatus} comes instead`,
  );
}

/** Nothing but the list of questions where a page should be. */
export const bareList: Edit = said((body) => {
  body.response = at(body, 'response').questions;
}, 'response is the list of questions');
