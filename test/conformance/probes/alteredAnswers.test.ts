import { expect, test } from 'vitest';
import { standardErrors } from '../../../src/contract/serviceErrors.ts';
import { type Answered, type Asked, probed } from '../../support/probing.ts';

/** What a service answers otherwise, made anew for each run: it may remember what it answered before. */
type Script = () => (asked: Asked) => Answered | undefined;

// biome-ignore lint/suspicious/noExplicitAny: the members of an answer are the row's.
type Body = any;

/** A page with each of its questions changed. */
function withQuestions(body: Body, change: (json: Body) => Body): Answered {
  const questions = body.response.questions.map(({ json }: Body) => ({
    html: '',
    json: JSON.stringify(change(JSON.parse(json))),
  }));
  return { httpStatus: 200, body: { ...body, response: { ...body.response, questions } } };
}

const isPage = ({ body }: Asked): boolean => Array.isArray(body.response?.questions);
const other = (id: number): number => id + 90_000;
/** Another page, which no survey has. */
const elsewhere = ({ body }: Asked): Answered =>
  withQuestions(body, (json) => ({
    ...json,
    id: other(json.id),
    answers: json.answers.map((answer: Body) => ({ ...answer, id: other(answer.id) })),
  }));
const marked = ({ body }: Asked, selected: boolean): Answered =>
  withQuestions(body, (json) => ({
    ...json,
    answers: json.answers.map((answer: Body) => ({ ...answer, selected })),
  }));
const withMember = (body: Body, member: 'meta' | 'navigation', changes: object): Answered => ({
  body: { ...body, response: { ...body.response, [member]: { ...body.response[member], ...changes } } },
});
const refused = (httpStatus: 401 | 400): Answered => {
  const error = {
    docs: 'https://docs.example',
    httpStatusCode: httpStatus,
    resourceUrl: '/',
    ...standardErrors[httpStatus],
  };
  return { httpStatus, body: { response: { error } } };
};

/** Changes what one call of one session is answered: the `nth` of it. */
function once(call: string, session: number, nth: number, change: (asked: Asked) => Answered): Script {
  return () => (asked) =>
    asked.call === call && asked.session === session && asked.nth === nth ? change(asked) : undefined;
}

/** Shows a page, any that was shown before, where `wanted` holds. */
function letIn(wanted: (asked: Asked) => boolean): Script {
  return () => {
    let page: Body = null;
    return (asked) => {
      if (isPage(asked)) page = asked.body;
      return page !== null && wanted(asked) ? { httpStatus: 200, body: page } : undefined;
    };
  };
}

/** Rejects a submission where `wanted` holds, with the page that was shown last. */
function rejecting(wanted: (given: Body, asked: Asked) => boolean): Script {
  return () => {
    const pages = new Map<number, Body>();
    return (asked) => {
      const before = pages.get(asked.session);
      const given = asked.call === 'submit-page' ? JSON.parse(asked.request.body ?? '{}') : null;
      if (given !== null && before !== undefined && wanted(given, asked)) {
        const [question] = before.response.questions;
        const { id } = JSON.parse(question.json);
        const validationErrors = [{ questionId: id, message: 'No.', answerErrors: null }];
        return {
          httpStatus: 200,
          body: { ...before, response: { ...before.response, status: 'validation_errors', validationErrors } },
        };
      }
      if (isPage(asked)) pages.set(asked.session, asked.body);
      return undefined;
    };
  };
}

const sameSession: Script = () => {
  let first: readonly string[] | null = null;
  return ({ call, session, nth, headers }) => {
    if (call !== 'take' || session === 0 || nth > 1) return undefined;
    first ??= headers;
    return { headers: first };
  };
};
const afterRefusal: Script = () => {
  const barred = new Set<number>();
  return (asked) => {
    if (asked.httpStatus === 401) barred.add(asked.session);
    return isPage(asked) && asked.call === 'take' && barred.has(asked.session) ? elsewhere(asked) : undefined;
  };
};
const pageAfterEnd: Script = () => {
  const done = new Set<number>();
  const show = letIn(({ call, session }) => call === 'submit-page' && done.has(session))();
  return (asked) => {
    const shown = show(asked);
    if (asked.body.response?.status === 'survey_complete') done.add(asked.session);
    return shown;
  };
};
const firstFetch: Script = () => {
  const seen = new Set<string>();
  return ({ request: { method, url }, httpStatus, body }) => {
    if (method !== 'GET' || !/\/responses\/\d+$/.test(url) || httpStatus !== 200 || seen.has(url)) return undefined;
    seen.add(url);
    return { body: { ...body, response: { ...body.response, language: 'Klingon' } } };
  };
};
const textless: Script = () => (asked) => {
  if (isPage(asked)) return undefined;
  const text = JSON.stringify(asked.body).replaceAll(/cvs-[0-9a-z-]+/g, '');
  return { body: JSON.parse(text, (name, value) => (name === 'text' ? '' : value)) };
};
const keyOf = ({ request }: Asked): string | undefined => request.headers['api-key'];
const beyond: Script = () => {
  let page: Asked | null = null;
  return (asked) => {
    if (asked.call !== 'previous-page' || asked.session !== 8) return undefined;
    if (asked.nth === 2) page = asked;
    return asked.nth === 3 && page !== null ? marked(page, false) : undefined;
  };
};
const newKey =
  (wanted: (asked: Asked) => boolean): Script =>
  () =>
  (asked) =>
    asked.call === 'regenerate' && asked.httpStatus === 401 && wanted(asked)
      ? { httpStatus: 200, body: { response: { apiKey: 'canvass-key' }, requestID: `r-${asked.nth}` } }
      : undefined;
const numeric = ([key, value]: [string, unknown]): boolean =>
  /^[rs]_/.test(key) && (typeof value === 'string' || value === -98_765.5);

const rows: readonly (readonly [probe: string, what: string, script: Script, ...clauses: string[]])[] = [
  [
    'back-disallowed',
    'marks what nobody chose',
    () => (asked) => (asked.call === 'previous-page' && isPage(asked) ? marked(asked, true) : undefined),
    'PREVIOUS-SELECTED-02',
  ],
  ['beginning', 'gives two respondents one session id', sameSession, 'SANITY-ISOLATION-03'],
  ['separate-sessions', 'gives two respondents one session id', sameSession, 'SANITY-ISOLATION-03'],
  ['separate-sessions', 'moves who is behind', once('take', 2, 2, elsewhere), 'SANITY-ISOLATION-02'],
  ['separate-sessions', 'moves who is ahead', once('take', 1, 2, elsewhere), 'SANITY-ISOLATION-02'],
  ['separate-sessions', 'loses a session that goes elsewhere', once('take', 3, 2, elsewhere), 'TAKE-COOKIE-03'],
  ['durability', 'shows a page to a completion that comes again', pageAfterEnd, 'SANITY-DUPLICATE-01'],
  [
    'record-creation',
    'answers with other values than were sent',
    () =>
      ({ request, call, body, httpStatus }) =>
        request.method === 'POST' && call === 'responses' && httpStatus < 300
          ? { body: { ...body, response: { ...body.response, currentInset: 'Other' } } }
          : undefined,
    'RESPONSE-ECHO-INSET-01',
  ],
  ['record-creation', 'shows another record the first time', firstFetch, 'RESPONSE-FETCH-03'],
  ['double-submit', 'leads over a page', once('take', 2, 2, elsewhere), 'SANITY-CONCURRENT-01'],
  [
    'filters',
    'finds altered records',
    () =>
      ({ call, body }) =>
        call === 'filter' && Array.isArray(body.response)
          ? { body: { ...body, response: body.response.map((record: Body) => ({ ...record, surveyName: 'Another' })) } }
          : undefined,
    'RESPONSE-LIST-02',
  ],
  ['keys-take', 'moves who was refused', afterRefusal, 'MOVE-RESUME-02'],
  [
    'keys-take',
    'lets into one survey without a key',
    letIn((asked) => asked.call === 'take' && asked.request.url.includes('/1002/') && keyOf(asked) === undefined),
    'AUTH-MISSING-TAKE-01',
  ],
  [
    'keys-previous-page',
    'goes back in one survey without a key',
    letIn(
      (asked) => asked.call === 'previous-page' && asked.request.url.includes('/1002/') && keyOf(asked) === undefined,
    ),
    'AUTH-MISSING-PREVIOUS-01',
  ],
  [
    'going-back',
    'offers a way back on the first page',
    once('previous-page', 1, 1, ({ body }) =>
      withMember(body, 'navigation', { previousPageUrl: '/a/api/v2/surveys/1001/previous-page' }),
    ),
    'PREVIOUS-FIRST-01',
  ],
  [
    'going-back',
    'forgets answers on the first page',
    once('previous-page', 1, 1, (asked) => marked(asked, false)),
    'PREVIOUS-SELECTED-01',
  ],
  ['going-back', 'goes astray from the third page', once('previous-page', 8, 1, elsewhere), 'MOVE-BACK-01'],
  [
    'going-back',
    'offers a way back on the first page, from the third',
    once('previous-page', 8, 2, ({ body }) =>
      withMember(body, 'navigation', { previousPageUrl: '/a/api/v2/surveys/1001/previous-page' }),
    ),
    'PREVIOUS-FIRST-01',
  ],
  ['going-back', 'forgets answers beyond the first page', beyond, 'PREVIOUS-SELECTED-01'],
  [
    'hostile-texts',
    'shows markup alive on the next page',
    () =>
      ({ call, request, body }) =>
        call === 'submit-page' && request.body?.includes('<script>alert(1)') && body.response?.questions?.[0]
          ? {
              body: {
                ...body,
                response: {
                  ...body.response,
                  questions: [
                    { ...body.response.questions[0], html: '<p><script>alert(1)</script></p>' },
                    ...body.response.questions.slice(1),
                  ],
                },
              },
            }
          : undefined,
    'SANITY-ESCAPE-01',
  ],
  ['regeneration', 'takes a misspelt key', newKey(() => true), 'AUTH-WRONG-REGENERATE-KEY-01'],
  ['regeneration', 'takes a key in capitals', newKey((asked) => keyOf(asked) === 'CANVASS-KEY'), 'AUTH-LETTERS-01'],
  [
    'regeneration',
    'goes back with the old key',
    letIn(({ call, httpStatus }) => call === 'previous-page' && httpStatus === 401),
    'KEY-REGENERATE-03',
  ],
  [
    'regeneration',
    'does not go back with the new key',
    () => (asked) => (asked.call === 'previous-page' && keyOf(asked) !== 'canvass-key' ? refused(401) : undefined),
    'KEY-REGENERATE-04',
  ],
  [
    'lost-sessions',
    'takes a submission that was never asked for',
    letIn(({ call, session, nth }) => call === 'submit-page' && session === 0 && nth === 1),
    'SUBMIT-EXPIRED-02',
  ],
  [
    'lost-sessions',
    'takes a submission of a lost session',
    letIn(({ call, session, nth }) => call === 'submit-page' && session === 0 && nth === 2),
    'SUBMIT-EXPIRED-02',
  ],
  [
    'lost-sessions',
    'goes back without a session',
    letIn(({ call, session }) => call === 'previous-page' && session === 0),
    'PREVIOUS-COOKIE-01',
  ],
  [
    'lost-sessions',
    'goes back in a session that was made up',
    letIn(({ call, session, httpStatus }) => call === 'previous-page' && session > 0 && httpStatus >= 400),
    'PREVIOUS-COOKIE-01',
  ],
  [
    'lost-sessions',
    'moves the owner of a lost session',
    () => (asked) => (asked.call === 'take' && asked.nth === 2 && asked.session === 2 ? elsewhere(asked) : undefined),
    'SUBMIT-EXPIRED-04',
  ],
  [
    'lost-sessions',
    'moves the owner of a session that was made up',
    () => (asked) => (asked.call === 'take' && asked.nth === 2 && asked.session === 3 ? elsewhere(asked) : undefined),
    'SUBMIT-EXPIRED-04',
  ],
  [
    'durability',
    'leaves a record out of the filter',
    () =>
      ({ call, request, body }) =>
        call === 'filter' && !/custom|extRef/.test(request.url)
          ? { body: { ...body, response: body.response.slice(1) } }
          : undefined,
    'SANITY-LOST-02',
  ],
  ['durability', 'stores no text', textless, 'RECORD-FREE-TEXT-01'],
  [
    'walking',
    'shows no way back',
    () => (asked) =>
      asked.call === 'submit-page' && isPage(asked)
        ? withMember(asked.body, 'navigation', { previousPageUrl: null })
        : undefined,
    'PAGE-PREVIOUS-URL-01',
  ],
  [
    'date-questions',
    'takes no time',
    rejecting((given) => Object.keys(given).some((key) => key.startsWith('dt_hr_'))),
    'KEYS-TIME-01',
  ],
  ['numeric-strings', 'takes numbers alone', rejecting((given) => Object.entries(given).some(numeric)), 'KEYS-RANK-01'],
];

test.each(rows.map(([probe, what, script, ...clauses]) => ({ probe, what, script, clauses })))(
  '$probe tells of a service that $what',
  async ({ probe, script, clauses }) => {
    const service = { answers: script(), auditedWalks: 32, until: clauses };
    expect(await probed([probe], service)).toEqual(expect.arrayContaining(clauses));
  },
);
