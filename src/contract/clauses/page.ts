import { type Clause, must, sample, saneIn } from './clause.ts';

/** Survey page (respondent flow): the table, row by row, and the paragraph under it. */
export const pageClauses = {
  'PAGE-STATUS-01': must('page', '`response.status` is a string.'),
  'PAGE-FINAL-01': must('page', '`meta.isFinalPage` is a boolean.'),
  'PAGE-PROGRESS-01': must('page', '`meta.progressPercentage` is a number.'),
  'PAGE-PROGRESS-RANGE-01': saneIn('page', '`meta.progressPercentage`, a percentage, lies between 0 and 100.'),
  'PAGE-PREVIOUS-TYPE-01': must('page', '`navigation.previousPageUrl` is a string or null.'),
  'PAGE-PREVIOUS-NULL-01': must('page', '`previousPageUrl` is null on the first page.'),
  'PAGE-PREVIOUS-URL-01': must(
    'page',
    'On every page but the first, `previousPageUrl` is the path of the previous-page endpoint of this survey.',
  ),
  'PAGE-NEXT-TYPE-01': must('page', '`navigation.nextPageSubmitUrl` is a string.'),
  'PAGE-NEXT-URL-01': must('page', '`nextPageSubmitUrl` is the path of the submit-page endpoint of this survey.'),
  'PAGE-THEME-CSS-01': must('page', '`themeConfig.cssUrls` is an array of strings.'),
  'PAGE-THEME-JS-01': must('page', '`themeConfig.jsUrls` is an array of strings.'),
  'PAGE-QUESTIONS-01': must('page', '`questions` is an array.'),
  'PAGE-QUESTION-HTML-01': must('page', "Each question's `html` is a string of rendered markup."),
  'PAGE-QUESTION-JSON-01': must('page', "Each question's `json` is a string that parses as JSON."),
  'PAGE-VALIDATION-01': must('page', 'A page with status `validation_errors` has `validationErrors`, an array.'),
  'PAGE-VALIDATION-02': must('page', '`validationErrors` comes with no other status.'),
  'PAGE-VALIDATION-ID-01': must('page', "Each validation error's `questionId` is an integer."),
  'PAGE-VALIDATION-MESSAGE-01': must('page', "Each validation error's `message` is a string."),
  'PAGE-VALIDATION-ANSWERS-01': must(
    'page',
    'Each validation error has `answerErrors`, null or a detail for each answer.',
  ),
  'PAGE-REDIRECT-01': must('page', 'A body with status `redirect` has `redirectUrl`, a string.'),
  'PAGE-REDIRECT-02': must('page', '`redirectUrl` comes with no status but `survey_complete` and `redirect`.'),
  'PAGE-REDIRECT-03': must('page', '`redirectUrl` of `survey_complete`, where present, is a string.'),
  'PAGE-NO-PAGE-01': sample('page', 'A status without a page comes with `response.status` and `requestID` only.'),
  'PAGE-NO-PAGE-02': must('page', 'A status without a page carries no question.'),
} as const satisfies Record<string, Clause>;
