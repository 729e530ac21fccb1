import Type from 'typebox';

/** One element of `response.questions` (document, Survey page). */
export const PageQuestion = Type.Object({ html: Type.String(), json: Type.String() });
export type PageQuestion = Type.Static<typeof PageQuestion>;

export const ValidationError = Type.Object({
  questionId: Type.Integer(),
  message: Type.String(),
  /** null or a per-answer detail, whose shape is not shown. */
  answerErrors: Type.Unknown(),
});
export type ValidationError = Type.Static<typeof ValidationError>;

const pageMembers = {
  meta: Type.Object({ isFinalPage: Type.Boolean(), progressPercentage: Type.Number() }),
  navigation: Type.Object({
    previousPageUrl: Type.Union([Type.String(), Type.Null()]),
    nextPageSubmitUrl: Type.String(),
  }),
  themeConfig: Type.Object({ cssUrls: Type.Array(Type.String()), jsUrls: Type.Array(Type.String()) }),
  questions: Type.Array(PageQuestion),
};

/** A page with status `success` (document, Survey page). */
export const SuccessPage = Type.Object({
  response: Type.Object({ status: Type.Literal('success'), ...pageMembers }),
  requestID: Type.String(),
});
export type SuccessPage = Type.Static<typeof SuccessPage>;

/** A page re-shown with status `validation_errors` (document, Survey page, Endpoint 2). */
export const ValidationErrorsPage = Type.Object({
  response: Type.Object({
    status: Type.Literal('validation_errors'),
    ...pageMembers,
    validationErrors: Type.Array(ValidationError),
  }),
  requestID: Type.String(),
});
export type ValidationErrorsPage = Type.Static<typeof ValidationErrorsPage>;

export type SurveyPage = SuccessPage | ValidationErrorsPage;

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
