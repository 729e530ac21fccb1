import { sessionErrorCode, sessionErrors } from '../../src/contract/serviceErrors.ts';
import type { HostileRequest, WholeAnswer } from './hostileTarget.ts';

/** The survey that hostile targets serve. */
export const surveyId = 5;
export const paths = {
  submit: `/a/api/v2/surveys/${surveyId}/submit-page`,
  previous: `/a/api/v2/surveys/${surveyId}/previous-page`,
};

/** A question's element, its JSON changed as a case says. */
export function element(changes: Readonly<Record<string, unknown>> = {}, html?: string): object {
  const id = typeof changes.id === 'number' ? changes.id : 11;
  const json = {
    id,
    type: 'U',
    text: 'How was it?',
    answers: [
      { id: 21, text: 'good', selected: false },
      { id: 22, text: 'bad', selected: false },
    ],
    formParam: { paramPrefix: 'u_', paramIdType: 'questionId', otherParamPrefix: null },
    ...changes,
  };
  return { html: html ?? `<input type="radio" name="u_${id}">`, json: JSON.stringify(json) };
}

/** The body of a page, its `response` changed as a case says. */
export function page(changes: Readonly<Record<string, unknown>> = {}, request?: HostileRequest): object {
  return {
    response: {
      status: 'success',
      meta: { isFinalPage: true, progressPercentage: 50 },
      navigation: { previousPageUrl: null, nextPageSubmitUrl: paths.submit },
      themeConfig: { cssUrls: [], jsUrls: [] },
      questions: [element()],
      ...changes,
    },
    requestID: `request-${request?.number ?? 0}`,
  };
}

export function status(name: unknown, request?: HostileRequest, more: object = {}): object {
  return { response: { status: name, ...more }, requestID: `request-${request?.number ?? 0}` };
}

function refusal(why: keyof typeof sessionErrors, { number }: HostileRequest): object {
  return { error: { code: sessionErrorCode, message: sessionErrors[why] }, requestID: `request-${number}` };
}

/** A session of its own for each that begins. */
function sessionIdOf({ number }: HostileRequest): string {
  return (0xabcdef00 + number).toString(16).toUpperCase().repeat(4);
}

/**
 * A survey of `length` pages as the document has it, sessions and the way back included: `body` stands in place of its
 * page number `at`; `given` is what was submitted for it, where a respondent has come back to it.
 */
export function survey(
  body: (request: HostileRequest, at: number, given: string) => unknown = (request) => page({}, request),
  length = 1,
): (request: HostileRequest) => WholeAnswer {
  /** By target and session: how many pages were submitted. */
  const submitted = new Map<string, number>();
  /** By target, session and page: the body that was submitted. */
  const given = new Map<string, string>();
  return (request) => {
    const known = /JSESSIONID=(\w+)/.exec(request.headers)?.[1] ?? '';
    const keyOf = (session: string): string => `${request.elsewhere} ${session}`;
    const isBegin = request.path.endsWith('/take') && !submitted.has(keyOf(known));
    if (!isBegin && !submitted.has(keyOf(known)))
      return { status: 400, body: JSON.stringify(refusal('expired', request)) };
    const session = isBegin ? sessionIdOf(request) : known;
    // The port of another target may come again, and with it a session of that name.
    const at = isBegin ? 0 : (submitted.get(keyOf(session)) ?? 0);
    const next = request.method === 'POST' ? at + 1 : at - 1;
    const step = request.path.endsWith('/take') || at >= length ? at : next;
    if (request.method === 'POST') given.set(`${keyOf(session)} ${at}`, request.body);
    const before = request.path.endsWith('/previous-page') ? (given.get(`${keyOf(session)} ${step}`) ?? '') : '';
    if (isBegin || step >= 0) submitted.set(keyOf(session), Math.max(0, step));
    const content = contentOf(request, step, at >= length, before);
    return {
      ...(step < 0 ? { status: 400 } : {}),
      headers: isBegin ? { 'set-cookie': `JSESSIONID=${session}; Path=/; HttpOnly` } : {},
      body: typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
    };
  };

  function contentOf(request: HostileRequest, step: number, wasOver: boolean, before: string): unknown {
    if (wasOver) return status('already_completed', request);
    if (step < 0) return refusal('noPreviousPage', request);
    return step >= length ? status('survey_complete', request) : body(request, step, before);
  }
}
