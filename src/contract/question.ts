import Type from 'typebox';
import { states } from './shapeClause.ts';

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
