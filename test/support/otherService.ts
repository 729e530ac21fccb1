import { createServer, type IncomingMessage } from 'node:http';
import { listening } from './freePort.ts';

/**
 * A small survey service of another make: built from the document alone, with nothing of `src`. Survey 7001 has three
 * pages, 7002 two without a way back, 7003 is closed, 7004 leads to a panel. Its key is `other-key`.
 */
export interface OtherService {
  readonly baseUrl: string;
  /**
   * `failing` skips a page on the way back; `noisy` answers nearly nobody, as behind a limiter; `broken` answers everybody with
   * the documented 500. May change while it runs.
   */
  mood: 'clean' | 'failing' | 'noisy' | 'broken';
  /** Requests that it still answers: then it goes, and nothing listens any more. May change while it runs. */
  requestsLeft: number;
  close(): Promise<void>;
}

interface Question {
  readonly id: number;
  readonly type: 'U' | 'M' | 'T';
  readonly text: string;
  /** Ids of its answers; a text question has one. */
  readonly answers: readonly number[];
  readonly required: boolean;
}

type Pages = readonly (readonly Question[])[];

interface Visit {
  page: number;
  done: boolean;
  submitted: boolean;
  readonly given: Map<number, readonly string[]>;
}

const pagesOf: Readonly<Record<number, Pages>> = {
  7001: [
    [{ id: 11, type: 'U', text: 'How was it?', answers: [111, 112, 113], required: true }],
    [
      { id: 12, type: 'M', text: 'What did you see?', answers: [121, 122], required: false },
      { id: 13, type: 'T', text: 'Your name?', answers: [131], required: true },
    ],
    [{ id: 14, type: 'T', text: 'Anything else?', answers: [141], required: false }],
  ],
  7002: [
    [{ id: 21, type: 'U', text: 'Yes or no?', answers: [211, 212], required: true }],
    [{ id: 22, type: 'U', text: 'Sure?', answers: [221, 222], required: false }],
  ],
  7004: [[{ id: 41, type: 'U', text: 'On to the panel?', answers: [411, 412], required: false }]],
};
const noBack = 7002;
const closed = 7003;
const panel = 7004;
const prefixes = { U: 'u_', M: 'm_', T: 't_' } as const;

const standardErrors = {
  400: ['BAD_REQUEST', '1000', 'Invalid URL parameters'],
  401: ['UNAUTHORIZED', '1010', 'Incorrect API Key'],
  404: ['NOT_FOUND', '1040', "The resource that you're trying to access doesn't exist"],
  500: ['INTERNAL_SERVER_ERROR', '1026', 'We are not able to process your request'],
} as const;

interface Reply {
  readonly status: number;
  readonly body: object;
  /** A session that is begun by it. */
  readonly cookie?: string;
}

/** Starts it on a free port of loopback. */
export async function startOtherService(mood: OtherService['mood'] = 'clean'): Promise<OtherService> {
  const sessions = new Map<string, Map<number, Visit>>();
  let requests = 0;
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      if (service.requestsLeft === 0) {
        void service.close();
        return;
      }
      service.requestsLeft--;
      const number = ++requests;
      const isLimited = service.mood === 'noisy' && number % 20 !== 0;
      const { status, body, cookie } = isLimited
        ? { status: 429, body: { response: { error: { id: 1013, name: '' } } } }
        : replyTo(request, text);
      if (cookie !== undefined) response.setHeader('set-cookie', `JSESSIONID=${cookie}; Path=/; HttpOnly`);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...body, requestID: `r-${number}` }));
    });
  });

  function replyTo({ url = '', headers }: IncomingMessage, text: string): Reply {
    const [, survey, move] = /^\/a\/api\/v2\/surveys\/(\d+)\/(take|submit-page|previous-page)$/.exec(url) ?? [];
    if (service.mood === 'broken') return refusal(500, url);
    if (move !== 'submit-page' && headers['api-key'] !== 'other-key') return refusal(401, url);
    if (move === undefined) return refusal(404, url);
    const id = Number(survey);
    if (id === closed) return flow({ status: 'survey_closed' });
    const pages = pagesOf[id];
    if (pages === undefined) return refusal(404, url);
    const known = /JSESSIONID=([^;]+)/.exec(headers.cookie ?? '')?.[1];
    const session = known === undefined ? undefined : sessions.get(known);
    if (move === 'take') return taken(id, pages, session);
    const visit = session?.get(id);
    if (visit === undefined && move === 'submit-page') {
      return sessionError(440, 'Session expired. Please load the survey page before submitting.');
    }
    if (visit === undefined) return sessionError(400, 'No previous page to navigate back to.');
    if (visit.done) return flow({ status: 'already_completed' });
    return move === 'submit-page' ? submitted(id, pages, visit, text, url) : before(id, pages, visit);
  }

  function taken(id: number, pages: Pages, session: Map<number, Visit> | undefined): Reply {
    const visits = session ?? new Map<number, Visit>();
    const visit = visits.get(id) ?? { page: 0, done: false, submitted: false, given: new Map() };
    visits.set(id, visit);
    const reply = visit.done
      ? flow({ status: 'already_completed' })
      : flow(shown(id, pages, visit, 'success', [], false));
    if (session !== undefined) return reply;
    const cookie = crypto.randomUUID();
    sessions.set(cookie, visits);
    return { ...reply, cookie };
  }

  function before(id: number, pages: Pages, visit: Visit): Reply {
    if (id === noBack) return flow(shown(id, pages, visit, 'success', [], false));
    if (!visit.submitted || visit.page === 0) return sessionError(400, 'No previous page to navigate back to.');
    visit.page = service.mood === 'failing' ? 0 : visit.page - 1;
    return flow(shown(id, pages, visit, 'success', [], true));
  }

  const service: OtherService = {
    baseUrl: '',
    mood,
    requestsLeft: Number.POSITIVE_INFINITY,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const port = await listening(server);
  return Object.assign(service, { baseUrl: `http://127.0.0.1:${port}` });
}

function submitted(id: number, pages: Pages, visit: Visit, text: string, url: string): Reply {
  const wrong = missing(pages[visit.page] ?? [], text, visit);
  if (wrong === null) return refusal(400, url);
  if (wrong.length > 0) return flow(shown(id, pages, visit, 'validation_errors', wrong, false));
  visit.submitted = true;
  visit.page++;
  visit.done = visit.page === pages.length;
  if (visit.done && id === panel) return flow({ status: 'redirect', redirectUrl: 'https://panel.example/next' });
  return flow(visit.done ? { status: 'survey_complete' } : shown(id, pages, visit, 'success', [], false));
}

function flow(response: object): Reply {
  return { status: 200, body: { response } };
}

function sessionError(status: number, message: string): Reply {
  return { status, body: { error: { code: 1002, message } } };
}

function refusal(status: keyof typeof standardErrors, resourceUrl: string): Reply {
  const [name, id, message] = standardErrors[status];
  const error = { docs: 'https://docs.invalid', name, httpStatusCode: status, id, message, resourceUrl };
  return { status, body: { response: { error } } };
}

/** Keeps the answers of a body; ids of required questions without one. `null` for what is no JSON object. */
function missing(questions: readonly Question[], text: string, visit: Visit): number[] | null {
  let body: Readonly<Record<string, unknown>>;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const given = new Map(questions.map((question) => [question, valuesOf(question, body)]));
  const wrong = questions.filter((question) => {
    const values = given.get(question) ?? [];
    const isUnknown = question.type !== 'T' && values.some((value) => !question.answers.map(String).includes(value));
    return isUnknown || (question.required && values.length === 0);
  });
  if (wrong.length === 0) for (const [{ id }, values] of given) visit.given.set(id, values);
  return wrong.map(({ id }) => id);
}

function valuesOf({ id, type, answers }: Question, body: Readonly<Record<string, unknown>>): string[] {
  const value = body[`${prefixes[type]}${type === 'T' ? answers[0] : id}`];
  return (value === undefined || value === null ? [] : [value].flat()).map(String).filter((each) => each.trim() !== '');
}

function shown(
  survey: number,
  pages: Pages,
  { page, given }: Visit,
  status: string,
  wrong: readonly number[],
  marks: boolean,
): object {
  const path = `/a/api/v2/surveys/${survey}`;
  return {
    status,
    meta: { isFinalPage: page === pages.length - 1, progressPercentage: Math.round((100 * page) / pages.length) },
    navigation: {
      previousPageUrl: page === 0 ? null : `${path}/previous-page`,
      nextPageSubmitUrl: `${path}/submit-page`,
    },
    themeConfig: { cssUrls: [], jsUrls: [] },
    questions: (pages[page] ?? []).map((question) =>
      questionShown(question, marks ? (given.get(question.id) ?? []) : []),
    ),
    ...(wrong.length === 0
      ? {}
      : {
          validationErrors: wrong.map((questionId) => ({
            questionId,
            message: 'This question is required.',
            answerErrors: null,
          })),
        }),
  };
}

function questionShown({ id, type, text, answers }: Question, values: readonly string[]): object {
  const paramPrefix = prefixes[type];
  const isText = type === 'T';
  const json = {
    id,
    type,
    text,
    answers: answers.map((answer) => ({
      id: answer,
      ...(isText ? {} : { text: `Answer ${answer}` }),
      selected: isText ? values.length > 0 : values.includes(String(answer)),
    })),
    formParam: { paramPrefix, paramIdType: isText ? 'answerId' : 'questionId' },
  };
  const typed = isText
    ? (values[0] ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
    : '';
  const inputs = isText
    ? `<input type="text" name="${paramPrefix}${answers[0]}" value="${typed}">`
    : answers
        .map(
          (answer) =>
            `<input type="${type === 'U' ? 'radio' : 'checkbox'}" name="${paramPrefix}${id}" value="${answer}">`,
        )
        .join('');
  return { html: `<div>${text}${inputs}</div>`, json: JSON.stringify(json) };
}
