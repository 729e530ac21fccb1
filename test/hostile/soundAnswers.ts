import type { HostileRequest, WholeAnswer } from './hostileTarget.ts';

/** The survey that hostile targets serve. */
export const surveyId = 5;
const paths = {
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

/** A session of its own for each take. */
export function sessionOf({ number }: HostileRequest): string {
  return `JSESSIONID=${(0xabcdef00 + number).toString(16).toUpperCase().repeat(4)}; Path=/; HttpOnly`;
}

/** Whether a request begins a session. */
export function isBegin({ method, path, headers }: HostileRequest): boolean {
  return method === 'GET' && path.endsWith('/take') && !/JSESSIONID/i.test(headers);
}

/** A survey of one page as the document has it: `body` stands in place of its page. */
export function survey(body: (request: HostileRequest) => unknown = (request) => page({}, request)) {
  return (request: HostileRequest): WholeAnswer => {
    const isPage = request.method === 'GET';
    const content = isPage ? body(request) : status('survey_complete', request);
    return {
      headers: isBegin(request) ? { 'set-cookie': sessionOf(request) } : {},
      body: typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
    };
  };
}
