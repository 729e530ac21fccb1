import type { GivenAnswer } from '../completedResponses.ts';
import { currentPage } from '../respondent/sessions.ts';
import type { PageAnswers } from '../survey/renderedSurvey.ts';
import { decide } from './decisionFaults.ts';
import type { Fault, FaultText } from './fault.ts';
import { at, each, editQuestions, isPage, type ReplyDraft, statusOf } from './replyDraft.ts';
import { isSessionError, spoil, spoilPage, spoilQuestions } from './replyFaults.ts';

/** Changes the earlier answers that a previous-page response marks. */
function marks(text: FaultText, change: (answers: PageAnswers) => PageAnswers): Fault {
  return decide(text, (clean, occurs) => ({
    marks: (walk, page) => {
      const answers = clean.marks(walk, page);
      return answers.size > 0 && occurs() ? change(answers) : answers;
    },
  }));
}

function mapAnswers(answers: PageAnswers, change: (given: GivenAnswer) => GivenAnswer): PageAnswers {
  return new Map([...answers].map(([id, given]) => [id, change(given)]));
}

/** Broken promises of previous-page. */
export const backFaults: readonly Fault[] = [
  decide(
    { id: 'back-two-pages', section: 'states', description: 'Going back leads to the first page from anywhere.' },
    (clean, occurs) => ({
      goBack: (walk, survey) => {
        const page = clean.goBack(walk, survey);
        if (typeof page !== 'number' || page === 0 || !occurs()) return page;
        walk.path.splice(1);
        return 0;
      },
    }),
  ),
  decide(
    { id: 'back-stays', section: 'states', description: 'Going back shows the current page where back is allowed.' },
    (clean, occurs) => ({
      goBack: (walk, survey) => {
        const refuses = survey.backAllowed && walk.path.length > 1 && occurs();
        return refuses ? 'refused' : clean.goBack(walk, survey);
      },
    }),
  ),
  decide(
    {
      id: 'back-only-shown',
      section: 'states',
      description: 'Going back shows the page before and stays on the later one.',
    },
    (clean, occurs) => ({
      goBack: (walk, survey) => {
        const left = currentPage(walk);
        const page = clean.goBack(walk, survey);
        if (typeof page === 'number' && occurs()) walk.path.push(left);
        return page;
      },
    }),
  ),
  decide(
    { id: 'back-allowed-anyway', section: 'states', description: 'A survey that disallows going back goes back.' },
    (clean, occurs) => ({
      goBack: (walk, survey) => clean.goBack(walk, occurs() ? { ...survey, backAllowed: true } : survey),
    }),
  ),
  spoil(
    {
      id: 'back-refused-with-error',
      section: 'states',
      description: 'A survey that disallows going back gives error 400.',
    },
    (draft, { endpoint, survey }) => endpoint === 'previous-page' && survey?.backAllowed === false && isPage(draft),
    (draft) => {
      draft.httpStatus = 400;
      draft.text = JSON.stringify({
        error: { code: 1002, message: 'No previous page to navigate back to.' },
        requestID: draft.body.requestID,
      });
    },
  ),
  decide(
    {
      id: 'back-before-submission',
      section: 'previous-page',
      description: 'previous-page shows the first page before anything was submitted.',
    },
    (clean, occurs) => ({
      hasSubmitted: (walk) => clean.hasSubmitted(walk) || occurs(),
      goBack: (walk, survey) => (walk.submissions === 0 ? 'refused' : clean.goBack(walk, survey)),
    }),
  ),
  spoil(
    { id: 'back-error-ok', section: 'previous-page', description: 'The error of previous-page comes with HTTP 200.' },
    (draft, { endpoint }) => endpoint === 'previous-page' && isSessionError(draft),
    (draft) => {
      draft.httpStatus = 200;
    },
  ),
  spoil(
    { id: 'back-as-complete', section: 'previous-page', description: 'Going back gives survey_complete.' },
    (draft, { endpoint }) => endpoint === 'previous-page' && statusOf(draft) === 'success',
    (draft) => {
      draft.text = JSON.stringify({ response: { status: 'survey_complete' }, requestID: draft.body.requestID });
    },
  ),
  marks(
    {
      id: 'back-loses-answers',
      section: 'previous-page',
      description: 'Going back marks none of the earlier answers.',
    },
    () => new Map(),
  ),
  spoilQuestions(
    {
      id: 'back-marks-another',
      section: 'previous-page',
      description: 'Going back marks the answer after the chosen one.',
    },
    (question) => {
      const answers = each(question, 'answers');
      const selected = answers.map((answer) => answer.selected === true);
      for (const [index, answer] of answers.entries()) answer.selected = selected.at(index - 1);
    },
    (question) => each(question, 'answers').some(({ selected }) => selected === true),
    (_draft, { endpoint }) => endpoint === 'previous-page',
  ),
  spoilQuestions(
    { id: 'back-marks-all', section: 'previous-page', description: 'Going back marks every answer of a question.' },
    (question) => {
      for (const answer of each(question, 'answers')) answer.selected = true;
    },
    ({ type }) => type === 'U' || type === 'M',
    (_draft, { endpoint }) => endpoint === 'previous-page',
  ),
  marks(
    {
      id: 'back-forgets-further-choices',
      section: 'previous-page',
      description: 'Going back marks only the first of several chosen answers.',
    },
    (answers) =>
      mapAnswers(answers, (given) =>
        given.kind === 'multiple' ? { ...given, answerIds: given.answerIds.slice(0, 1) } : given,
      ),
  ),
  spoilPage(
    { id: 'back-with-validation', section: 'previous-page', description: 'previous-page carries validationErrors.' },
    (response) => {
      response.validationErrors = [];
    },
    (_draft, { endpoint }) => endpoint === 'previous-page',
  ),
  spoilPage(
    { id: 'back-with-redirect', section: 'previous-page', description: 'previous-page carries redirectUrl.' },
    (response) => {
      response.redirectUrl = null;
    },
    (_draft, { endpoint }) => endpoint === 'previous-page',
  ),
  spoil(
    {
      id: 'back-first-page-with-url',
      section: 'previous-page',
      description: 'Back on the first page, previousPageUrl is a path.',
    },
    (draft, { endpoint }) =>
      endpoint === 'previous-page' &&
      isPage(draft) &&
      at(draft.body, 'response', 'navigation').previousPageUrl === null,
    ({ body }) => {
      at(body, 'response', 'navigation').previousPageUrl = '/a/api/v2/surveys/1001/previous-page';
    },
  ),
  spoil(
    {
      id: 'back-marks-lost-between-others',
      section: 'previous-page',
      description: 'Going back marks nothing when another respondent was served in between.',
      needsCrowd: true,
    },
    (draft, { endpoint, isInterleaved }) => endpoint === 'previous-page' && isInterleaved && isPage(draft),
    unmark,
  ),
  spoil(
    {
      id: 'back-marks-lost-in-crowd',
      section: 'previous-page',
      description: 'Going back marks nothing when many respondents are served at once.',
      needsCrowd: true,
    },
    (draft, { endpoint, isCrowded }) => endpoint === 'previous-page' && isCrowded && isPage(draft),
    unmark,
  ),
];

function unmark(draft: ReplyDraft): void {
  editQuestions(draft, (question) => {
    for (const answer of each(question, 'answers')) answer.selected = false;
  });
}
