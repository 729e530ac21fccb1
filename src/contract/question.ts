import Type from 'typebox';

/** `formParam` of a question: what the submit keys are built from (document, Question JSON). */
export const FormParam = Type.Object({
  paramPrefix: Type.String(),
  paramIdType: Type.Union([Type.Literal('questionId'), Type.Literal('answerId')]),
  otherParamPrefix: Type.Optional(Type.String()),
});
export type FormParam = Type.Static<typeof FormParam>;

/** One answer option; `text` is absent for text questions, `selected` is true only on previous-page responses. */
export const AnswerOption = Type.Object({
  id: Type.Integer(),
  text: Type.Optional(Type.String()),
  selected: Type.Optional(Type.Boolean()),
});
export type AnswerOption = Type.Static<typeof AnswerOption>;

/** The parsed `json` string of a question (document, Question JSON). */
export const Question = Type.Object({
  id: Type.Integer(),
  type: Type.String(),
  text: Type.String(),
  answers: Type.Array(AnswerOption),
  formParam: FormParam,
});
export type Question = Type.Static<typeof Question>;
