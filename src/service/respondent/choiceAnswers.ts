import { keysOf, otherKeyOf } from '../survey/formParam.ts';
import type { SurveyQuestion } from '../survey/survey.ts';
import type { Variants } from '../variants.ts';
import {
  asText,
  invalid,
  isBlank,
  isTooLong,
  type Judgement,
  type SubmitBody,
  tooLong,
  unanswered,
  wrongType,
} from './submissionJudgement.ts';

/** Judges `u_<question_id>`: one string answer id, and the text beside the Other option. */
export function judgeSingle(question: SurveyQuestion, body: SubmitBody, variants: Variants): Judgement {
  const value = choiceValue(question, body);
  if (isBlank(value)) return unanswered;
  const text = asText(value, variants);
  if (text === undefined) return wrongType(question, 'Please choose one of the answers.', variants);
  const id = answerIdOf(question, text);
  if (id === undefined) return foreignAnswer(question, variants);
  return withOther('single', question, [id], body, variants);
}

/** Judges `m_<question_id>`: an array of string answer ids, each at most once. */
export function judgeMultiple(question: SurveyQuestion, body: SubmitBody, variants: Variants): Judgement {
  const value = choiceValue(question, body);
  if (isBlank(value)) return unanswered;
  if (!Array.isArray(value)) return wrongType(question, 'Please give a list of answers.', variants);
  const ids: number[] = [];
  for (const each of value) {
    const text = asText(each, variants);
    if (text === undefined) return wrongType(question, 'Please choose from the answers.', variants);
    const id = answerIdOf(question, text);
    if (id !== undefined && ids.includes(id)) {
      return invalid(question, 'Please choose each answer at most once.', variants);
    }
    if (id !== undefined) ids.push(id);
    else if (variants.foreignAnswer !== 'ignored') return foreignAnswer(question, variants);
  }
  return ids.length === 0 ? unanswered : withOther('multiple', question, ids, body, variants);
}

function choiceValue(question: SurveyQuestion, body: SubmitBody): unknown {
  const [key = ''] = keysOf(question);
  return body[key];
}

function answerIdOf(question: SurveyQuestion, text: string): number | undefined {
  return question.answers.find(({ id }) => String(id) === text)?.id;
}

function foreignAnswer(question: SurveyQuestion, variants: Variants): Judgement {
  if (variants.foreignAnswer === 'ignored') return unanswered;
  if (variants.foreignAnswer === 'error-400') return { kind: 'refused', httpStatus: 400 };
  return invalid(question, 'Please choose from the answers.', variants);
}

function withOther(
  kind: 'single' | 'multiple',
  question: SurveyQuestion,
  answerIds: readonly number[],
  body: SubmitBody,
  variants: Variants,
): Judgement {
  const plain: Judgement = { kind: 'given', given: { kind, questionId: question.id, answerIds } };
  const { otherId: answerId } = question;
  if (answerId === undefined || !answerIds.includes(answerId)) return plain;
  const value = body[otherKeyOf(answerId)];
  const message = 'Please say what the other answer is.';
  if (isBlank(value)) {
    return variants.otherText === 'optional' ? plain : invalid(question, message, variants, [{ answerId, message }]);
  }
  const text = asText(value, variants);
  if (text === undefined) return wrongType(question, message, variants);
  if (isTooLong(question, text, variants)) return tooLong(question, answerId, variants);
  return { kind: 'given', given: { kind, questionId: question.id, answerIds, other: { answerId, text } } };
}
