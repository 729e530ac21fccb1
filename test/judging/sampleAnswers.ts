import type { EndpointId } from '../../src/contract/endpoints.ts';
import type { Answer } from '../../src/judging/reading/answer.ts';
import { QuestionReader } from '../../src/judging/reading/questionReader.ts';
import type { QuestionView } from '../../src/judging/reading/questionView.ts';
import type { ShownPage } from '../../src/judging/reading/shownPage.ts';
import { answerOf, changed } from '../support/judging.ts';

/** Answers of the respondent flow as the document shows them, for tables of what becomes wrong by a change. */
export const question = {
  id: 101,
  type: 'U',
  text: 'Which?',
  answers: [
    { id: 1011, text: 'One', selected: false },
    { id: 1012, text: 'Two', selected: false },
  ],
  formParam: { paramPrefix: 'u_', paramIdType: 'questionId' },
};
export const path = '/a/api/v2/surveys/1001';
export const page = {
  response: {
    status: 'success',
    meta: { isFinalPage: false, progressPercentage: 20 },
    navigation: { previousPageUrl: null, nextPageSubmitUrl: `${path}/submit-page` },
    themeConfig: { cssUrls: [], jsUrls: [] },
    questions: [{ html: '<input name="u_101" type="radio">', json: JSON.stringify(question) }],
  },
  requestID: 'r-1',
};
export const rejected = changed(changed(page, 'response.status', 'validation_errors'), 'response.validationErrors', [
  { questionId: 101, message: 'This question is required.', answerErrors: null },
]);
export const complete = { response: { status: 'survey_complete' }, requestID: 'r-2' };
export const standard = {
  response: {
    error: {
      docs: 'https://example.org/errors',
      name: 'BAD_REQUEST',
      httpStatusCode: 400,
      id: '1000',
      message: 'Invalid URL parameters',
      resourceUrl: `${path}/take`,
    },
  },
};
export const serverError = changed(
  changed(changed(standard, 'response.error.name', 'INTERNAL_SERVER_ERROR'), 'response.error.id', '1026'),
  'response.error',
  {
    ...standard.response.error,
    name: 'INTERNAL_SERVER_ERROR',
    httpStatusCode: 500,
    id: '1026',
    message: 'We are not able to process your request',
  },
);
export const session = {
  error: { code: 1002, message: 'Session expired. Please load the survey page before submitting.' },
  requestID: 'r',
};

/** A page whose only question is changed at one place. */
export function withQuestion(place: string, value: unknown): unknown {
  return changed(page, 'response.questions', [{ html: '', json: JSON.stringify(changed(question, place, value)) }]);
}

/** A question by what differs from a single choice. */
export function questionWith(changes: object, html = ''): QuestionView {
  const { question: view } = new QuestionReader().of(JSON.stringify({ ...question, ...changes }), html);
  if (view === null) throw new Error('no question');
  return view;
}

/** An answer with a page of single choices, one for each id, changed at some places of its body. */
export function pageAnswer(
  ids: readonly number[],
  changes: Readonly<Record<string, unknown>> = {},
  endpoint: EndpointId = 'submit-page',
): Answer {
  const questions = ids.map((id) => {
    const answers = [1, 2].map((at) => ({ id: id * 10 + at, text: `Option ${at}` }));
    return { html: '', json: JSON.stringify({ ...question, id, answers }) };
  });
  let body: unknown = changed(page, 'response.questions', questions);
  for (const [place, value] of Object.entries(changes)) body = changed(body, place, value);
  return answerOf(endpoint, `/surveys/1001/${endpoint}`, body);
}

/** The page of an answer that has one. */
export function shownIn({ page: shown }: Answer): ShownPage {
  if (shown === null) throw new Error('no page');
  return shown;
}

/** {@link pageAnswer}, rejected for these questions. */
export function rejectedAnswer(ids: readonly number[], blamed: readonly number[], message = 'Missing.'): Answer {
  return pageAnswer(ids, {
    'response.status': 'validation_errors',
    'response.validationErrors': blamed.map((questionId) => ({ questionId, message, answerErrors: null })),
  });
}

/** An answer of the flow that has a status alone. */
export function statusAnswer(status: string, endpoint: EndpointId = 'take'): Answer {
  return answerOf(endpoint, `/surveys/1001/${endpoint}`, { response: { status }, requestID: 'r' });
}
