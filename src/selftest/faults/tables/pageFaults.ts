import type { Walk } from '../../../service/respondent/keptSessions.ts';
import { add, at, drop, set } from '../edits.ts';
import { fault, inPlace, inSection } from '../fault.ts';
import { type Condition, mutateBody, mutatePage, mutateResponse } from '../mutateResponse.ts';
import { isPage, statusOf } from '../responseDraft.ts';

const isFinal: Condition = ({ body }) => at(body, 'response', 'meta').isFinalPage === true;
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
const isNotFinal = set('meta.isFinalPage', false);
const emptyPage = add({ questions: [], meta: { isFinalPage: true, progressPercentage: 100 } }, 'response');
const [urlOfSurvey, panel] = ['/a/api/v2/surveys/1001', 'https://panel.example/'];

/** Survey page. */
export const pageFaults = inSection('page', [
  ...inPlace('pages, later', [
    ['theme-first-only', 'ODD-PAGES', set('themeConfig.cssUrls', [])],
    ['previous-url-take', 'PAGE-PREVIOUS-URL-01', set('navigation.previousPageUrl', `${urlOfSurvey}/take`)],
  ]),
  ['status-unknown', 'STATUS-KNOWN-01', 'pages', set('status', 'ok')],
  ['final-page-string', 'PAGE-FINAL-01', 'pages', set('meta.isFinalPage', 'false')],
  ['final-page-never', 'MOVE-ADVANCE-03', 'pages, final', isNotFinal],
  ['final-page-never-in-one', 'MOVE-ADVANCE-05', 'pages, final, without a way back', isNotFinal],
  fault('refused-back-unflags-final', 'PAGE-AGAIN-01', 'Going back where it is not allowed unflags the final page.', {
    how: mutatePage(
      isNotFinal,
      (draft, context) =>
        isFinal(draft, context) && context.survey?.backAllowed === false && context.endpoint === 'previous-page',
    ),
  }),
  ['final-page-early', 'MOVE-COMPLETE-01', 'pages, first, not final', set('meta.isFinalPage', true)],
  fault('final-page-flag-sticks', 'MOVE-COMPLETE-01', 'Back from the final page, isFinalPage is still true.', {
    how: mutatePage(set('meta.isFinalPage', true), isBackFromFinal),
  }),
  ['progress-over-hundred', 'PAGE-PROGRESS-RANGE-01', 'pages', set('meta.progressPercentage', 120)],
  ['progress-stands-still', 'MOVE-ADVANCE-07', 'pages', set('meta.progressPercentage', 0)],
  fault('progress-of-page-left', 'MOVE-ADVANCE-06', 'A submission tells the progress of the page before.', {
    how: mutateResponse(isPage, ({ body }, { endpoint, walk }) => {
      const meta = at(body, 'response', 'meta');
      const { progressPercentage } = meta;
      if (walk === undefined) return;
      if (endpoint === 'submit-page' && progressOf.has(walk)) meta.progressPercentage = progressOf.get(walk);
      progressOf.set(walk, progressPercentage);
    }),
  }),
  ...inPlace('pages, later, with a way back', [
    ['previous-url-null', 'PAGE-PREVIOUS-URL-01', set('navigation.previousPageUrl', null)],
  ]),
  [
    'previous-url-on-first-page',
    'PAGE-PREVIOUS-NULL-01',
    'pages, first',
    set('navigation.previousPageUrl', `${urlOfSurvey}/previous-page`),
  ],
  [
    'next-url-other-survey',
    'PAGE-NEXT-URL-01',
    'pages',
    set('navigation.nextPageSubmitUrl', '/a/api/v2/surveys/1004/submit-page'),
  ],
  ['theme-css-null-word', 'PAGE-THEME-URL-01', 'pages', set('themeConfig.cssUrls', ['null'])],
  ['theme-css-words', 'PAGE-THEME-URL-01', 'pages', set('themeConfig.cssUrls', ['no url at all'])],
  ['html-undefined', 'PAGE-QUESTION-HTML-02', 'page elements', set('html', 'undefined')],
  ...inPlace('pages, not on back, not rejected', [
    ['validation-errors-on-success', 'PAGE-VALIDATION-02', set('validationErrors', anyValidationErrors)],
  ]),
  ['validation-answer-errors-false', 'PAGE-VALIDATION-ANSWERS-01', 'validation errors', set('answerErrors', false)],
  ['redirect-url-on-page', 'PAGE-REDIRECT-02', 'pages, not on back', set('redirectUrl', panel)],
  ...inPlace('statuses, with survey_complete', [
    ['complete-url-null-word', 'PAGE-REDIRECT-03', set('redirectUrl', 'null')],
    ['complete-url-null-at-times', 'PAGE-REDIRECT-04', set('redirectUrl', null), { everyNth: 3 }],
  ]),
  ['redirect-url-missing', 'PAGE-REDIRECT-01', 'statuses, with redirect', drop('redirectUrl')],
  ['closed-with-message', 'PAGE-NO-PAGE-01', 'statuses, with survey_closed', set('message', 'This survey is closed.')],
  ['closed-with-questions', 'PAGE-NO-PAGE-02', 'statuses, with survey_closed', set('questions', anyPage.questions)],
  ['page-beside-status', 'PAGE-NO-PAGE-01', 'Empty pages come with other statuses.', mutateBody(hasNoPage, emptyPage)],
]);
