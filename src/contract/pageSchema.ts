import Type from 'typebox';
import { states } from './clause.ts';

/** `formParam` of a question: what the submit keys are built from (service.md#question-form). */
export const FormParam = Type.Object(
  {
    paramPrefix: Type.String(
      states('QUESTION-FORM-PREFIX-01', 'question-form-prefix', '`formParam.paramPrefix` is a string.'),
    ),
    paramIdType: Type.Union(
      [Type.Literal('questionId'), Type.Literal('answerId')],
      states(
        'QUESTION-FORM-ID-TYPE-01',
        'question-form-id-type',
        '`formParam.paramIdType` is `questionId` or `answerId`.',
      ),
    ),
    otherParamPrefix: Type.Optional(Type.String()),
  },
  states('QUESTION-FORM-01', 'question-form', 'A question has `formParam`, an object.'),
);
export type FormParam = Type.Static<typeof FormParam>;

/** One answer option; `text` is absent for text questions, `selected` is true only on previous-page responses. */
export const AnswerOption = Type.Object({
  id: Type.Integer(states('QUESTION-ANSWER-ID-01', 'question-answer-id', 'Each answer has an integer `id`.')),
  text: Type.Optional(Type.String()),
  selected: Type.Optional(
    Type.Boolean(
      states('QUESTION-SELECTED-01', 'question-selected', '`selected` of an answer, where present, is a boolean.'),
    ),
  ),
});
export type AnswerOption = Type.Static<typeof AnswerOption>;

/** The parsed `json` string of a question (service.md#question-json). */
export const Question = Type.Object({
  id: Type.Integer(states('QUESTION-ID-01', 'question-id', 'A question has an integer `id`.')),
  type: Type.String(states('QUESTION-TYPE-01', 'question-type', 'A question has a string `type`.')),
  text: Type.String(states('QUESTION-TEXT-01', 'question-text', 'A question has a string `text`.')),
  answers: Type.Array(
    AnswerOption,
    states('QUESTION-ANSWERS-01', 'question-answers', 'A question has an array `answers`.'),
  ),
  formParam: FormParam,
});
export type Question = Type.Static<typeof Question>;

/** One element of `response.questions` (service.md#page-questions). */
export const PageQuestion = Type.Object({
  html: Type.String(
    states('PAGE-QUESTION-HTML-01', 'page-question-html', "Each question's `html` is a string of rendered markup."),
  ),
  json: Type.String(
    states('PAGE-QUESTION-JSON-01', 'page-question-json', "Each question's `json` is a string that parses as JSON.", {
      form: 'json',
    }),
  ),
});
export type PageQuestion = Type.Static<typeof PageQuestion>;

export const ValidationError = Type.Object({
  questionId: Type.Integer(
    states('PAGE-VALIDATION-ID-01', 'page-validation-id', "Each validation error's `questionId` is an integer."),
  ),
  message: Type.String(
    states('PAGE-VALIDATION-MESSAGE-01', 'page-validation-message', "Each validation error's `message` is a string."),
  ),
  /** null or a per-answer detail, whose shape is not shown. */
  answerErrors: Type.Unknown(),
});
export type ValidationError = Type.Static<typeof ValidationError>;

const pageMembers = {
  meta: Type.Object({
    isFinalPage: Type.Boolean(states('PAGE-FINAL-01', 'page-final', '`meta.isFinalPage` is a boolean.')),
    progressPercentage: Type.Number(
      states('PAGE-PROGRESS-01', 'page-progress', '`meta.progressPercentage` is a number.'),
    ),
  }),
  navigation: Type.Object({
    previousPageUrl: Type.Union(
      [Type.String(), Type.Null()],
      states('PAGE-PREVIOUS-TYPE-01', 'page-previous-url', '`navigation.previousPageUrl` is a string or null.'),
    ),
    nextPageSubmitUrl: Type.String(
      states('PAGE-NEXT-TYPE-01', 'page-next-url', '`navigation.nextPageSubmitUrl` is a string.'),
    ),
  }),
  themeConfig: Type.Object({
    cssUrls: Type.Array(
      Type.String(),
      states('PAGE-THEME-CSS-01', 'page-theme-css', '`themeConfig.cssUrls` is an array of strings.'),
    ),
    jsUrls: Type.Array(
      Type.String(),
      states('PAGE-THEME-JS-01', 'page-theme-js', '`themeConfig.jsUrls` is an array of strings.'),
    ),
  }),
  questions: Type.Array(PageQuestion, states('PAGE-QUESTIONS-01', 'page-questions', '`questions` is an array.')),
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
    validationErrors: Type.Array(
      ValidationError,
      states(
        'PAGE-VALIDATION-01',
        'page-validation',
        'A page with status `validation_errors` has `validationErrors`, an array.',
      ),
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
