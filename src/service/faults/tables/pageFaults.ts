import type { Walk } from '../../respondent/sessions.ts';
import { add, at, drop, type Edit, every, set } from '../edits.ts';
import { fault, type Injection, inSection } from '../fault.ts';
import {
  both,
  type Condition,
  from,
  mutateBody,
  mutatePage,
  mutateResponse,
  mutateStatus,
  mutateValidationErrors,
} from '../mutateResponse.ts';
import { isPage, isRejection, pageOf, statusOf } from '../responseDraft.ts';

const isFirst: Condition = (_draft, context) => pageOf(context) === 0;
const isLater: Condition = (_draft, context) => pageOf(context) > 0;
/** Whether a page is the last of its survey, as it says itself. */
const isFinal: Condition = ({ body }) => at(body, 'response', 'meta').isFinalPage === true;
const isNotFinal: Condition = (draft, context) => !isFinal(draft, context);
/** Of previous-page another clause says what it leaves out. */
const goesOn: Condition = (_draft, { endpoint }) => endpoint !== 'previous-page';
const goesBack: Condition = (_draft, { survey }) => survey?.backAllowed === true;
const staysOn: Condition = (_draft, { survey }) => survey?.backAllowed === false;
const isAccepted: Condition = (draft) => !isRejection(draft);
const hasNoPage: Condition = (draft, { survey }) =>
  survey !== undefined && statusOf(draft) !== undefined && !isPage(draft);

const onceFinal = new WeakSet<Walk>();
const isBackFromFinal: Condition = (draft, context) => {
  const { walk } = context;
  if (walk !== undefined && isFinal(draft, context)) onceFinal.add(walk);
  return walk !== undefined && !isFinal(draft, context) && onceFinal.has(walk);
};

/** What each respondent was told of the progress last. */
const progressOf = new WeakMap<Walk, unknown>();

function mutateElements(edit: Edit): Injection {
  return mutatePage(every('questions', edit));
}

const question = {
  id: 101,
  type: 'U',
  text: 'How are you?',
  answers: [{ id: 1, text: 'Fine' }],
  formParam: { paramPrefix: 'u_', paramIdType: 'questionId' },
};
export const anyValidationErrors = [{ questionId: 1, message: 'Not so.', answerErrors: null }];
/** A page that asks one thing, whoever asks for it. */
export const anyPage = {
  status: 'success',
  meta: { isFinalPage: false, progressPercentage: 0 },
  navigation: { previousPageUrl: null, nextPageSubmitUrl: '/a/api/v2/surveys/1001/submit-page' },
  themeConfig: { cssUrls: [], jsUrls: [] },
  questions: [{ html: '<input type="radio" name="u_101" value="1">', json: JSON.stringify(question) }],
};

/** Survey page. */
export const pageFaults = inSection('page', [
  fault('theme-first-only', ['ODD-PAGES'], 'Later pages than the first have no style sheets.', {
    how: mutatePage(set('themeConfig.cssUrls', []), isLater),
  }),
  fault('status-unknown', ['STATUS-KNOWN-01'], 'The status of a page is no documented value.', {
    how: mutatePage(set('status', 'ok')),
  }),
  fault('final-page-string', ['PAGE-FINAL-01'], 'isFinalPage is a string.', {
    how: mutatePage(set('meta.isFinalPage', 'false')),
  }),
  fault('final-page-never', ['MOVE-ADVANCE-03'], 'isFinalPage is false on the final page.', {
    how: mutatePage(set('meta.isFinalPage', false), isFinal),
  }),
  fault('final-page-never-in-one', ['MOVE-ADVANCE-05'], 'isFinalPage is false on final pages without a way back.', {
    how: mutatePage(set('meta.isFinalPage', false), both(isFinal, staysOn)),
  }),
  fault('refused-back-unflags-final', ['PAGE-AGAIN-01'], 'Going back where it is not allowed unflags the final page.', {
    how: mutatePage(set('meta.isFinalPage', false), both(isFinal, staysOn, from('previous-page'))),
  }),
  fault('final-page-early', ['MOVE-COMPLETE-01'], 'isFinalPage is true on the first page of several.', {
    how: mutatePage(set('meta.isFinalPage', true), both(isFirst, isNotFinal)),
  }),
  fault('final-page-flag-sticks', ['MOVE-COMPLETE-01'], 'Back from the final page, isFinalPage is still true.', {
    how: mutatePage(set('meta.isFinalPage', true), isBackFromFinal),
  }),
  fault('progress-over-hundred', ['PAGE-PROGRESS-RANGE-01'], 'progressPercentage is 120.', {
    how: mutatePage(set('meta.progressPercentage', 120)),
  }),
  fault('progress-stands-still', ['MOVE-ADVANCE-07'], 'progressPercentage is 0 on every page.', {
    how: mutatePage(set('meta.progressPercentage', 0)),
  }),
  fault('progress-of-page-left', ['MOVE-ADVANCE-06'], 'A submission tells the progress of the page before.', {
    how: mutateResponse(isPage, ({ body }, { endpoint, walk }) => {
      const meta = at(body, 'response', 'meta');
      const { progressPercentage } = meta;
      if (walk === undefined) return;
      if (endpoint === 'submit-page' && progressOf.has(walk)) meta.progressPercentage = progressOf.get(walk);
      progressOf.set(walk, progressPercentage);
    }),
  }),
  fault('previous-url-null', ['PAGE-PREVIOUS-URL-01'], 'previousPageUrl is null on a later page.', {
    how: mutatePage(set('navigation.previousPageUrl', null), both(isLater, goesBack)),
  }),
  fault('previous-url-on-first-page', ['PAGE-PREVIOUS-NULL-01'], 'previousPageUrl is a path on the first page.', {
    how: mutatePage(set('navigation.previousPageUrl', '/a/api/v2/surveys/1001/previous-page'), isFirst),
  }),
  fault('previous-url-take', ['PAGE-PREVIOUS-URL-01'], 'previousPageUrl is the path of take.', {
    how: mutatePage(set('navigation.previousPageUrl', '/a/api/v2/surveys/1001/take'), isLater),
  }),
  fault('next-url-other-survey', ['PAGE-NEXT-URL-01'], 'nextPageSubmitUrl leads to another survey.', {
    how: mutatePage(set('navigation.nextPageSubmitUrl', '/a/api/v2/surveys/1004/submit-page')),
  }),
  fault('theme-css-null-word', ['PAGE-THEME-URL-01'], 'cssUrls holds the word null.', {
    how: mutatePage(set('themeConfig.cssUrls', ['null'])),
  }),
  fault('theme-css-words', ['PAGE-THEME-URL-01'], 'cssUrls holds words.', {
    how: mutatePage(set('themeConfig.cssUrls', ['no url at all'])),
  }),
  fault('html-undefined', ['PAGE-QUESTION-HTML-02'], 'The html of a question is the word undefined.', {
    how: mutateElements(set('html', 'undefined')),
  }),
  fault('validation-message-empty', ['PAGE-VALIDATION-MESSAGE-02'], 'The message of a validation error is empty.', {
    how: mutatePage(every('validationErrors', set('message', '')), isRejection),
  }),
  fault('validation-errors-on-success', ['PAGE-VALIDATION-02'], 'A page with status success has validationErrors.', {
    how: mutatePage(set('validationErrors', anyValidationErrors), both(goesOn, isAccepted)),
  }),
  fault('validation-answer-errors-false', ['PAGE-VALIDATION-ANSWERS-01'], 'answerErrors is false.', {
    how: mutateValidationErrors(set('answerErrors', false)),
  }),
  fault('redirect-url-on-page', ['PAGE-REDIRECT-02'], 'A page carries redirectUrl.', {
    how: mutatePage(set('redirectUrl', 'https://panel.example/'), goesOn),
  }),
  fault('complete-url-null-word', ['PAGE-REDIRECT-03'], 'After completion redirectUrl is the word null.', {
    how: mutateStatus('survey_complete', set('redirectUrl', 'null')),
  }),
  fault('redirect-url-missing', ['PAGE-REDIRECT-01'], 'Status redirect comes without redirectUrl.', {
    how: mutateStatus('redirect', drop('redirectUrl')),
  }),
  fault('closed-with-message', ['PAGE-NO-PAGE-01'], 'survey_closed comes with a message.', {
    how: mutateStatus('survey_closed', set('message', 'This survey is closed.')),
  }),
  fault('closed-with-questions', ['PAGE-NO-PAGE-02'], 'survey_closed comes with the questions.', {
    how: mutateStatus('survey_closed', set('questions', anyPage.questions)),
  }),
  fault('page-beside-status', ['PAGE-NO-PAGE-01'], 'Statuses without a page come with an empty page.', {
    how: mutateBody(
      hasNoPage,
      add({ questions: [], meta: { isFinalPage: true, progressPercentage: 100 } }, 'response'),
    ),
  }),
]);
