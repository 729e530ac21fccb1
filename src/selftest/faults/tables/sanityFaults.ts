import { randomUUID } from 'node:crypto';
import { sessionCookie } from '../../../contract/endpoints.ts';
import { isRecord } from '../../../contract/jsonShape.ts';
import { defaultKeys } from '../../../service/apiKeys.ts';
import type { CompletedResponses, Completion } from '../../../service/completedResponses.ts';
import type { Session, Walk } from '../../../service/respondent/keptSessions.ts';
import { answerCalls, aroundAnswering } from '../answerCalls.ts';
import {
  aroundDecision,
  keepOtherwise,
  mapAllTexts,
  mapAnswers,
  mapNumbers,
  mapTexts,
  markOtherwise,
  rememberOtherwise,
  replaceRules,
  textsOf,
  whereRejected,
} from '../decideOtherwise.ts';
import { add, at, cutTo, type Edit, elements, plus, replaced, rewrite, said, set } from '../edits.ts';
import { fault, inPlace, inSection } from '../fault.ts';
import type { Injection } from '../injection.ts';
import {
  both,
  type Condition,
  fails,
  from,
  mutateQuestions,
  mutateResponse,
  standardErrorBody,
} from '../mutateResponse.ts';
import { replaceByReference } from '../mutateStore.ts';
import { editQuestions, pageOf } from '../responseDraft.ts';

/** How long a submission counts as under way. */
const servedForMs = 30;
/** How many requests a service that was hit by a hostile text refuses. */
const stunnedFor = 100;

const waiting = '<!doctype html><title>Please wait</title><p>We will be back soon.</p>';
const requestIdRepeated: Edit = said(
  (body) => 'requestID' in body && set('requestID', 'req-1')(body),
  'requestID is req-1',
);
const inSession: Condition = (_draft, { survey, session }) => survey !== undefined && session !== undefined;
const setsCookies: Condition = ({ headers }) => 'set-cookie' in headers;
const carriesSession: Condition = (_draft, context) => context.carriesSession;
const stackTrace =
  'java.lang.NullPointerException\n\tat com.survey.flow.PageController.submit(PageController.java:214)';

/** Marks show the text that another respondent gave last. */
const leakTexts: Injection = replaceRules((clean, occurs) => {
  const latest = new Map<string, string>();
  return {
    remember: (walk, page, answers) => {
      const [given] = textsOf(answers);
      if (given !== undefined) {
        latest.delete(walk.id);
        latest.set(walk.id, given);
        const [oldest] = latest.keys();
        if (latest.size > 50 && oldest !== undefined) latest.delete(oldest);
      }
      clean.remember(walk, page, answers);
    },
    marks: (walk, page) => {
      const answers = clean.marks(walk, page);
      const [, foreign] = [...latest].findLast(([id]) => id !== walk.id) ?? [];
      const leaking = foreign !== undefined && textsOf(answers).length > 0 && occurs();
      return leaking ? mapAnswers(mapAllTexts(() => foreign))(answers) : answers;
    },
  };
});

/** Texts in place of the fields that they stand in. */
const unescaped = said(
  (html: string) =>
    html
      .replace(/<textarea[^>]*>([^<]*)<\/textarea>/g, '<p>$1</p>')
      .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  'shows texts as live markup',
);

function altered(change: (text: string) => string): (completion: Completion) => Completion {
  return (completion) => ({ ...completion, answers: completion.answers.map(mapAllTexts(change)) });
}

const forgetAnswers = rememberOtherwise(() => new Map());

function rememberTexts(change: (text: string) => string): Injection {
  return rememberOtherwise(mapAnswers(mapTexts(change)));
}

/** What no service may do, whatever its document says. */
const typedLost = markOtherwise((answers) => new Map([...answers].filter(([, given]) => 'answerIds' in given)));

export const sanityFaults = inSection('sanity', [
  ['request-id-repeated', 'SANITY-REQUEST-ID-01', 'bodies', requestIdRepeated],
  ...inPlace('standard errors', [
    ['key-echoed', 'SANITY-SECRET-01', set('docs', `https://docs.example/errors?try=${defaultKeys.valid[0]}`)],
  ]),
  ['key-in-header', 'SANITY-SECRET-01', 'headers, of respondents', set('x-authorized-as', defaultKeys.valid[0])],
  [
    'password-shown',
    'SANITY-SECRET-03',
    'bodies, of respondents',
    set('debug', { dsn: 'postgres://survey:s3cr3t-word@db.internal/surveys' }),
  ],
  ['page-with-trace', 'SANITY-STACK-TRACE-01', 'pages', set('debug', stackTrace)],
  fault('session-id-echoed', 'SANITY-SECRET-02', 'Bodies echo the session id.', {
    how: mutateResponse(inSession, ({ body }, { session }) => set('debug', `${sessionCookie}=${session?.id}`)(body)),
  }),
  fault('cookie-open-to-scripts', 'TAKE-COOKIE-05', 'The session cookie is not HttpOnly.', {
    how: mutateResponse(
      ({ headers }) => 'set-cookie' in headers,
      ({ headers }) => {
        headers['set-cookie'] = [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.replace('; HttpOnly', ''));
      },
    ),
  }),
  fault('made-up-session-adopted', 'SANITY-FIXATION-01', 'Take goes on with whatever session id it is given.', {
    how: mutateResponse(both(from('take'), setsCookies, carriesSession), ({ headers }) => {
      headers['set-cookie'] = undefined;
    }),
  }),
  fault('session-swapped-in-crowd', 'TAKE-COOKIE-03', "Requests in a crowd use another's session.", {
    how: aroundDecision('sessionOf', (sessionOf, occurs) => {
      let latest: Session | undefined;
      return (carried) => {
        const session = sessionOf(carried);
        const other = latest;
        latest = session ?? latest;
        return session !== undefined && other !== undefined && occurs() ? other : session;
      };
    }),
    everyNth: 100,
    among: 'crowd',
  }),
  fault('submission-resets-others', 'SANITY-ISOLATION-02', 'A submission sends all others back to page one.', {
    how: aroundDecision('next', (next) => {
      const walks = new Set<Walk>();
      return (walk, survey, answers) => {
        walks.add(walk);
        for (const other of walks) if (other !== walk && other.surveyId === walk.surveyId) other.path.length = 1;
        return next(walk, survey, answers);
      };
    }),
  }),
  fault('simultaneous-submissions-unchecked', 'SANITY-CONCURRENT-01', 'Simultaneous submissions are not judged.', {
    how: aroundDecision('judge', (judge, _occurs, now) => {
      const servedUntilMs = new WeakMap<Walk, number>();
      return (page, body, walk, survey) => {
        if (now() < (servedUntilMs.get(walk) ?? 0)) return { kind: 'accepted', answers: new Map() };
        servedUntilMs.set(walk, now() + servedForMs);
        return judge(page, body, walk, survey);
      };
    }),
    variants: { doubleSubmit: 'success-next' },
  }),
  fault('hostile-text-kills', 'SANITY-SURVIVES-01', 'After a text with markup nobody is answered for a while.', {
    how: replaceRules((clean) => {
      let stunned = 0;
      return {
        judge: (page, body, walk, survey) => {
          if (Object.values(body).some((value) => String(value).includes('<script>'))) stunned = stunnedFor;
          return clean.judge(page, body, walk, survey);
        },
        gateOf: (survey) => (stunned-- > 0 ? 'survey_paused' : clean.gateOf(survey)),
      };
    }),
  }),
  ['text-of-another', 'SANITY-ISOLATION-01', 'Going back shows the text of another respondent.', leakTexts],
  ['text-of-another-in-crowd', 'SANITY-ISOLATION-01', "Back shows another's text.", leakTexts, { among: 'crowd' }],
  fault('text-altered-after-back', 'PREVIOUS-TEXT-01', 'Going back shows texts without their last letters.', {
    how: markOtherwise(mapAnswers(mapAllTexts(cutTo(-3))), (answers) => textsOf(answers).length > 0),
  }),
  fault('numbers-altered-after-back', 'PREVIOUS-TYPED-01', 'Going back shows ranks and numbers one higher.', {
    how: markOtherwise(mapAnswers(mapNumbers(plus(1))), (answers) =>
      [...answers.values()].some((given) => 'values' in given),
    ),
  }),
  fault('typed-lost-after-back', 'PREVIOUS-TYPED-02', 'Going back shows choices alone, no texts, ranks or dates.', {
    how: typedLost,
  }),
  fault('typed-lost-at-times', 'PREVIOUS-TYPED-02 PREVIOUS-TYPED-03', 'Going back shows choices alone at times.', {
    how: typedLost,
    everyNth: 3,
  }),
  ['text-unescaped', 'SANITY-ESCAPE-01', 'page elements, on back', rewrite('html', unescaped)],
  fault('text-emoji-lost', 'SANITY-ALTERED-01', 'Characters beyond the basic plane become question marks.', {
    how: rememberTexts(replaced(/[\u{10000}-\u{10ffff}]/gu, '?')),
  }),
  ['text-plus-to-space', 'SANITY-ALTERED-01', 'A plus sign is kept as a blank.', rememberTexts(replaced(/\+/g, ' '))],
  ['page-answers-dropped-at-times', 'SANITY-ALTERED-01', 'Some pages are not stored.', forgetAnswers, { everyNth: 50 }],
  fault('answers-lost-on-return', 'PREVIOUS-SELECTED-01', 'A page that is submitted a second time loses its answers.', {
    how: aroundDecision(
      'remember',
      (remember) => (walk, page, answers) => remember(walk, page, walk.answers.has(page) ? new Map() : answers),
    ),
  }),
  ['completion-lost', 'SANITY-LOST-02', 'A completed response is not stored.', keepOtherwise(() => [])],
  fault('completion-lost-at-times', 'SANITY-LOST-02', 'One completed response in 200 is not stored.', {
    how: keepOtherwise(() => []),
    everyNth: 200,
  }),
  fault('completion-twice', 'SANITY-DUPLICATE-02', 'A completed response is stored twice.', {
    how: keepOtherwise((completion) => [completion, { ...completion, id: randomUUID() }]),
  }),
  fault('creation-twice', 'SANITY-DUPLICATE-03', 'A creation stores two.', {
    how: answerCalls(['create-response', 'create-department'], (call, clean) => {
      clean(call);
      return clean(call);
    }),
  }),
  fault('completion-altered', 'SANITY-ALTERED-01', 'Texts are stored without their letters beyond ASCII.', {
    how: keepOtherwise((completion) => [altered((text) => `${text.replace(/[^\p{ASCII}]/gu, '?')} `)(completion)]),
  }),
  fault('completion-textless', 'RECORD-FREE-TEXT-01', 'Completed responses are stored without any of their texts.', {
    how: keepOtherwise((completion) => [altered(() => '')(completion)]),
  }),
  fault('completion-without-an-answer', 'SANITY-ALTERED-01', 'The last answer of a response is not stored.', {
    how: keepOtherwise((completion) => [{ ...completion, answers: completion.answers.slice(0, -1) }]),
  }),
  fault('completion-stored-again', 'SANITY-DUPLICATE-01', 'Requests after the end store the response again.', {
    how: replaceRules((clean) => {
      const kept = new Map<string, { completion: Completion; completed: CompletedResponses }>();
      return {
        keep: (completion, completed) => {
          kept.set(completion.id, { completion, completed });
          clean.keep(completion, completed);
        },
        endOf: (walk) => {
          const own = kept.get(walk.id);
          own?.completed.add({ ...own.completion, id: randomUUID() });
          return clean.endOf(walk);
        },
      };
    }),
  }),
  ['server-error', 'SANITY-5XX-01', 'answers, on submit, successful', fails(500), { everyNth: 7 }],
  ['completions-fail', 'SANITY-5XX-03', 'answers, on submit, with survey_complete', fails(500, standardErrorBody(500))],
  fault('quotes-break', 'SANITY-5XX-02', 'Texts with a quote give the documented HTTP 500.', {
    how: aroundDecision('judge', (judge) => (page, body, walk, survey) => {
      if (Object.values(body).some((text) => String(text).includes('"')))
        throw new Error('unterminated string literal');
      return judge(page, body, walk, survey);
    }),
  }),
  fault('refusals-break', 'SANITY-5XX-02', 'Answers that fail validation give the documented HTTP 500.', {
    how: whereRejected(() => {
      throw new Error('validation failed');
    }),
  }),
  ['lost-sessions-break', 'SANITY-5XX-02', 'answers, on submit, session error', fails(500, standardErrorBody(500))],
  ...inPlace('answers, of respondents', [
    ['server-error-in-crowd', 'SANITY-5XX-01', fails(503), { everyNth: 100, among: 'crowd' }],
    ['stack-trace', 'SANITY-STACK-TRACE-01', fails(500, { error: stackTrace }), { everyNth: 5 }],
    ['html-page', 'SANITY-HTML-01', add({ contentType: 'text/html; charset=utf-8', text: waiting }), { everyNth: 6 }],
    ['body-cut', 'SANITY-TRUNCATED-01', set('delivery', 'truncated'), { everyNth: 6 }],
    ['connection-reset', 'SANITY-CONNECTION-01', set('delivery', 'reset'), { everyNth: 8 }],
  ]),
  fault('answer-ids-repeated', 'QUESTION-UNIQUE-01', 'Two answers of a question share an id.', {
    how: mutateQuestions(
      (question) => {
        const [first, second] = elements(question, 'answers');
        if (first && second) second.id = first.id;
      },
      (question) => elements(question, 'answers').length > 1,
    ),
  }),
  fault('question-lost-on-later-pages', 'QUESTION-UNIQUE-01', 'A later page shows a question of the page before.', {
    how: mutateResponse(
      (draft, context) => pageOf(context) > 0 && elements(at(draft.body, 'response'), 'questions').length > 0,
      (draft, { survey }) => editQuestions(draft, set('id', survey?.pages[0]?.questions[0]?.id)),
    ),
  }),
  ['template-ids-reused', 'TEMPLATE-UNIQUE-01', 'create-template', set('emailTemplateID', 70_001)],
  ['create-replaces', 'RESPONSE-UNIQUE-02 RESPONSE-FETCH-03', 'Known external references replace.', replaceByReference],
  fault('create-ids-reused', 'RESPONSE-UNIQUE-01', 'Some records are said to have the id of the one before.', {
    how: aroundAnswering((clean, occurs) => {
      let earlier: unknown;
      return (call) => {
        const answer = clean(call);
        if (call.endpoint !== 'create-response' || answer.kind !== 'success' || !isRecord(answer.body.response)) {
          return answer;
        }
        const before = earlier;
        earlier = answer.body.response.responseID;
        if (before === undefined || !occurs()) return answer;
        return { ...answer, body: { ...answer.body, response: { ...answer.body.response, responseID: before } } };
      };
    }),
    everyNth: 10,
  }),
]);
