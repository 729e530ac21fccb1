import Type from 'typebox';
import { is } from './clause.ts';

/** `formParam` of a question: what the submit keys are built from (service.md#question-form). */
export const FormParam = is(
  Type.Object({
    paramPrefix: is(Type.String(), 'QUESTION-FORM-PREFIX-01', '`formParam.paramPrefix` is a string.'),
    paramIdType: is(
      Type.Union([Type.Literal('questionId'), Type.Literal('answerId')]),
      'QUESTION-FORM-ID-TYPE-01',
      '`formParam.paramIdType` is `questionId` or `answerId`.',
    ),
    otherParamPrefix: Type.Optional(Type.String()),
  }),
  'QUESTION-FORM-01',
  'A question has `formParam`, an object.',
);
export type FormParam = Type.Static<typeof FormParam>;

/** One answer option; `text` is absent for text questions, `selected` is true only on previous-page responses. */
export const AnswerOption = Type.Object({
  id: is(Type.Integer(), 'QUESTION-ANSWER-ID-01', 'Each answer has an integer `id`.'),
  text: Type.Optional(Type.String()),
  selected: Type.Optional(
    is(Type.Boolean(), 'QUESTION-SELECTED-01', '`selected` of an answer, where present, is a boolean.'),
  ),
});
export type AnswerOption = Type.Static<typeof AnswerOption>;

/** The parsed `json` string of a question (service.md#question-json). */
export const Question = Type.Object({
  id: is(Type.Integer(), 'QUESTION-ID-01', 'A question has an integer `id`.'),
  type: is(Type.String(), 'QUESTION-TYPE-01', 'A question has a string `type`.'),
  text: is(Type.String(), 'QUESTION-TEXT-01', 'A question has a string `text`.'),
  answers: is(Type.Array(AnswerOption), 'QUESTION-ANSWERS-01', 'A question has an array `answers`.'),
  formParam: FormParam,
});
export type Question = Type.Static<typeof Question>;

/** One element of `response.questions` (service.md#page-questions). */
export const PageQuestion = Type.Object({
  html: is(Type.String(), 'PAGE-QUESTION-HTML-01', "Each question's `html` is a string of rendered markup."),
  json: is(Type.String(), 'PAGE-QUESTION-JSON-01', "Each question's `json` is a string that parses as JSON.", {
    form: 'json',
  }),
});
export type PageQuestion = Type.Static<typeof PageQuestion>;

export const ValidationError = Type.Object({
  questionId: is(Type.Integer(), 'PAGE-VALIDATION-ID-01', "Each validation error's `questionId` is an integer."),
  message: is(Type.String(), 'PAGE-VALIDATION-MESSAGE-01', "Each validation error's `message` is a string."),
  /** null or a per-answer detail, whose shape is not shown. */
  answerErrors: Type.Unknown(),
});
export type ValidationError = Type.Static<typeof ValidationError>;

const pageMembers = {
  meta: Type.Object({
    isFinalPage: is(Type.Boolean(), 'PAGE-FINAL-01', '`meta.isFinalPage` is a boolean.'),
    progressPercentage: is(Type.Number(), 'PAGE-PROGRESS-01', '`meta.progressPercentage` is a number.'),
  }),
  navigation: Type.Object({
    previousPageUrl: is(
      Type.Union([Type.String(), Type.Null()]),
      'PAGE-PREVIOUS-TYPE-01',
      '`navigation.previousPageUrl` is a string or null.',
      { anchor: 'page-previous-url' },
    ),
    nextPageSubmitUrl: is(Type.String(), 'PAGE-NEXT-TYPE-01', '`navigation.nextPageSubmitUrl` is a string.', {
      anchor: 'page-next-url',
    }),
  }),
  themeConfig: Type.Object({
    cssUrls: is(Type.Array(Type.String()), 'PAGE-THEME-CSS-01', '`themeConfig.cssUrls` is an array of strings.'),
    jsUrls: is(Type.Array(Type.String()), 'PAGE-THEME-JS-01', '`themeConfig.jsUrls` is an array of strings.'),
  }),
  questions: is(Type.Array(PageQuestion), 'PAGE-QUESTIONS-01', '`questions` is an array.'),
};

/** A page with status `success` (service.md#status-success). */
export const SuccessPage = Type.Object({
  response: Type.Object({ status: Type.Literal('success'), ...pageMembers }),
  requestID: Type.String(),
});
export type SuccessPage = Type.Static<typeof SuccessPage>;

/** A page re-shown with status `validation_errors` (service.md#status-validation-errors). */
export const ValidationErrorsPage = Type.Object({
  response: Type.Object({
    status: Type.Literal('validation_errors'),
    ...pageMembers,
    validationErrors: is(
      Type.Array(ValidationError),
      'PAGE-VALIDATION-01',
      'A page with status `validation_errors` has `validationErrors`, an array.',
    ),
  }),
  requestID: Type.String(),
});
export type ValidationErrorsPage = Type.Static<typeof ValidationErrorsPage>;

/**
 * A body without a page: `response.status` and `requestID`, and `redirectUrl` for `survey_complete` and `redirect`. The
 * document contradicts itself about `survey_complete`, so null counts as the samples' absence there.
 */
export const NoPage = Type.Object({
  response: Type.Object({
    status: Type.String(),
    redirectUrl: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  }),
  requestID: Type.String(),
});
export type NoPage = Type.Static<typeof NoPage>;
