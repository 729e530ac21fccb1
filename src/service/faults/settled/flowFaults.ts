import { randomUUID } from 'node:crypto';
import type { CompletedResponses, Completion } from '../../completedResponses.ts';
import { currentPage, type Walk } from '../../respondent/sessions.ts';
import { decide } from '../decisionFaults.ts';
import type { Fault } from '../fault.ts';
import { at, isPage, questionsOf } from '../replyDraft.ts';
import { isSuccess, spoil, spoilPage, spoilQuestions, spoilStatus, spoilValidation } from '../replyFaults.ts';
import { settled } from './settled.ts';

const flow = [
  ['take', 'ROUTE-TAKE-01'],
  ['submit-page', 'ROUTE-SUBMIT-01'],
  ['previous-page', 'ROUTE-PREVIOUS-01'],
] as const;

/** Endpoints 1 to 3 that are not there at all. */
const missingRoutes: readonly Fault[] = flow.map(([endpoint, clause]) =>
  settled(
    spoil(
      {
        id: `route-${endpoint}-missing`,
        section: 'endpoints',
        description: `${endpoint} gives 404 whatever is asked.`,
      },
      (draft, context) => context.endpoint === endpoint && isSuccess(draft),
      (draft) => {
        draft.httpStatus = 404;
        delete draft.body.requestID;
        draft.body.response = {
          error: {
            docs: 'https://docs.surveys.example/error-codes#1040',
            name: 'NOT_FOUND',
            httpStatusCode: 404,
            id: '1040',
            message: "The resource that you're trying to access doesn't exist",
            resourceUrl: '/a/api/v2/surveys',
          },
        };
      },
    ),
    clause,
  ),
);

/** A page whose `response` is nothing but its list of questions. */
function bareList(endpoint: 'take' | 'submit-page', clause: 'TAKE-SHAPE-01' | 'SUBMIT-SHAPE-01'): Fault {
  const text = {
    id: `${endpoint}-bare-list`,
    section: endpoint,
    description: `${endpoint} gives the questions alone.`,
  };
  return settled(
    spoil(
      text,
      (draft, context) => context.endpoint === endpoint && isPage(draft),
      ({ body }) => {
        body.response = at(body, 'response').questions;
      },
    ),
    clause,
  );
}

/** Faults for clauses that the others do not single out: the respondent flow. */
export const flowFaults: readonly Fault[] = [
  ...missingRoutes,
  bareList('take', 'TAKE-SHAPE-01'),
  bareList('submit-page', 'SUBMIT-SHAPE-01'),
  settled(
    spoilQuestions(
      { id: 'single-by-answer-id', section: 'keys', description: 'The key of a single choice takes an answer id.' },
      (question) => {
        at(question, 'formParam').paramIdType = 'answerId';
      },
      ({ type }) => type === 'U',
    ),
    'KEYS-PREFIX-01',
  ),
  settled(
    spoil(
      {
        id: 'begins-by-rejecting',
        section: 'states',
        description: 'The first take shows the first page as if answers to it had been rejected.',
      },
      (draft, { endpoint, walk }) => endpoint === 'take' && isPage(draft) && walk?.submissions === 0,
      (draft) => {
        const [question] = questionsOf(draft);
        const response = at(draft.body, 'response');
        response.status = 'validation_errors';
        response.validationErrors = [
          { questionId: question?.id, message: 'This question is required.', answerErrors: null },
        ];
      },
    ),
    'MOVE-BEGIN-01',
  ),
  settled(
    spoilPage(
      { id: 'next-url-dead', section: 'submit-page', description: 'nextPageSubmitUrl is a path that nobody serves.' },
      (response) => {
        at(response, 'navigation').nextPageSubmitUrl += '/next';
      },
    ),
    'SUBMIT-URL-01',
  ),
  settled(
    decide(
      {
        id: 'submission-resets-others',
        section: 'sanity',
        description: 'A submission throws every other respondent of the survey back to the first page.',
      },
      (clean) => {
        const walks = new Set<Walk>();
        return {
          next: (walk, survey, answers) => {
            walks.add(walk);
            for (const other of walks) if (other !== walk && other.surveyId === walk.surveyId) other.path.length = 1;
            return clean.next(walk, survey, answers);
          },
        };
      },
    ),
    'SANITY-ISOLATION-02',
  ),
  settled(
    decide(
      {
        id: 'stuck-after-back',
        section: 'states',
        description: 'A respondent who has gone back is shown the same page again, whatever is answered.',
      },
      (clean) => ({
        next: (walk, survey, answers) =>
          walk.ahead.length > 0 ? { kind: 'page', page: currentPage(walk) } : clean.next(walk, survey, answers),
      }),
    ),
    'MOVE-BACK-02',
  ),
  settled(
    decide(
      {
        id: 'answers-lost-on-return',
        section: 'sanity',
        description: 'A page that is submitted a second time loses its answers.',
      },
      (clean) => ({
        remember: (walk, page, answers) => {
          if (walk.answers.has(page)) walk.answers.set(page, new Map());
          else clean.remember(walk, page, answers);
        },
      }),
    ),
    'SANITY-LOST-01',
  ),
  settled(
    decide(
      {
        id: 'completion-stored-again',
        section: 'sanity',
        description: 'Each later request of a respondent who has finished stores the response once more.',
      },
      (clean) => {
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
      },
    ),
    'SANITY-DUPLICATE-01',
  ),
  settled(
    spoilStatus(
      { id: 'closed-with-message', section: 'page', description: 'survey_closed comes with a message.' },
      'survey_closed',
      (response) => {
        response.message = 'This survey is closed.';
      },
    ),
    'PAGE-NO-PAGE-01',
  ),
  settled(
    spoil(
      { id: 'cookie-open-to-scripts', section: 'sanity', description: 'The session cookie is not HttpOnly.' },
      ({ headers }) => 'set-cookie' in headers,
      ({ headers }) => {
        headers['set-cookie'] = [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.replace('; HttpOnly', ''));
      },
    ),
    'TAKE-COOKIE-05',
  ),
  settled(
    spoilValidation(
      {
        id: 'missing-answer-detailed',
        section: 'submit-page',
        description: 'A missing answer comes with an empty list of answer errors.',
      },
      (error) => {
        error.answerErrors = [];
      },
    ),
    'SUBMIT-VALIDATION-05',
  ),
];
