import { formParamOf, otherParamPrefix } from '../survey/formParam.ts';
import type { SurveyQuestion } from '../survey/survey.ts';
import type { Variants } from '../variants.ts';
import { invalid, isBlank, type Judgement, type SubmitBody, unanswered } from './judgement.ts';

/** Judges `u_<question_id>`: one string answer id, and the text beside the Other option. */
export function judgeSingle(question: SurveyQuestion, body: SubmitBody, variants: Variants): Judgement {
  const value = body[`${formParamOf(question).paramPrefix}${question.id}`];
  if (isBlank(value)) return unanswered;
  const id = answerIdOf(question, value, variants);
  if (id === undefined) return invalid(question, 'Please choose one of the answers.', variants);
  return withOther('single', question, [id], body, variants);
}

/** Judges `m_<question_id>`: an array of string answer ids, each at most once. */
export function judgeMultiple(question: SurveyQuestion, body: SubmitBody, variants: Variants): Judgement {
  const value = body[`${formParamOf(question).paramPrefix}${question.id}`];
  if (isBlank(value)) return unanswered;
  if (!Array.isArray(value)) return invalid(question, 'Please give a list of answers.', variants);
  const ids: number[] = [];
  for (const each of value) {
    const id = answerIdOf(question, each, variants);
    if (id === undefined || ids.includes(id)) return invalid(question, 'Please choose from the answers.', variants);
    ids.push(id);
  }
  return withOther('multiple', question, ids, body, variants);
}

function answerIdOf(question: SurveyQuestion, value: unknown, variants: Variants): number | undefined {
  if (typeof value !== 'string' && !(typeof value === 'number' && variants.numericAnswerId === 'accepted')) {
    return undefined;
  }
  const text = String(value);
  return question.answers.find(({ id }) => String(id) === text)?.id;
}

function withOther(
  kind: 'single' | 'multiple',
  question: SurveyQuestion,
  answerIds: readonly number[],
  body: SubmitBody,
  variants: Variants,
): Judgement {
  const plain: Judgement = { kind: 'given', given: { kind, questionId: question.id, answerIds } };
  const { otherId } = question;
  if (otherId === undefined || !answerIds.includes(otherId)) return plain;
  const text = body[`${otherParamPrefix}${otherId}`];
  if (isBlank(text)) {
    if (variants.otherText === 'optional') return plain;
    const message = 'Please say what the other answer is.';
    return invalid(question, message, variants, [{ answerId: otherId, message }]);
  }
  if (typeof text !== 'string' || text.length > question.maxLength) {
    const message = 'Please give a text.';
    return invalid(question, message, variants, [{ answerId: otherId, message }]);
  }
  return { kind: 'given', given: { kind, questionId: question.id, answerIds, other: { answerId: otherId, text } } };
}
