import type { GivenNumber, GivenText } from '../completedResponses.ts';
import { formParamOf } from '../survey/formParam.ts';
import type { SurveyQuestion } from '../survey/survey.ts';
import type { Variants } from '../variants.ts';
import {
  type AnswerError,
  invalid,
  isBlank,
  type Judgement,
  requiredMessage,
  type SubmitBody,
  unanswered,
  wholeNumber,
} from './judgement.ts';

/** Judges `t_<answer_id>`, one free text a box; a required question needs every box filled. */
export function judgeText(question: SurveyQuestion, body: SubmitBody, variants: Variants): Judgement {
  const texts: GivenText[] = [];
  const errors: AnswerError[] = [];
  for (const [answerId, value] of valuesOf(question, body)) {
    if (isBlank(value)) errors.push({ answerId, message: requiredMessage });
    else if (typeof value !== 'string') return invalid(question, 'Please give a text.', variants);
    else if (value.length > question.maxLength) {
      const message = `Please give at most ${question.maxLength} characters.`;
      return invalid(question, message, variants, [{ answerId, message }]);
    } else texts.push({ answerId, text: value });
  }
  if (texts.length === 0) return unanswered;
  if (question.required && errors.length > 0) return invalid(question, requiredMessage, variants, errors);
  return { kind: 'given', given: { kind: 'text', questionId: question.id, texts } };
}

/** Judges `r_<answer_id>`: the positions are a permutation of 1 to n. */
export function judgeRank(question: SurveyQuestion, body: SubmitBody, variants: Variants): Judgement {
  const count = question.answers.length;
  const values = numbersOf(question, body);
  if (values === undefined) return unanswered;
  const seen = new Set<number>();
  const errors = values.flatMap(({ answerId, value }): AnswerError[] => {
    const good = value !== undefined && value >= 1 && value <= count && !seen.has(value);
    if (value !== undefined) seen.add(value);
    return good ? [] : [{ answerId, message: `Please give each position from 1 to ${count} once.` }];
  });
  const [first] = errors;
  if (first !== undefined) return invalid(question, first.message, variants, errors);
  return { kind: 'given', given: { kind: 'rank', questionId: question.id, values: values.filter(isGiven) } };
}

/** Judges `s_<answer_id>`: whole numbers that add up to the total of the question. */
export function judgeAllocation(question: SurveyQuestion, body: SubmitBody, variants: Variants): Judgement {
  const values = numbersOf(question, body);
  if (values === undefined) return unanswered;
  const errors = values.flatMap(({ answerId, value }): AnswerError[] =>
    value === undefined ? [{ answerId, message: 'Please give a whole number.' }] : [],
  );
  if (errors.length > 0) return invalid(question, 'Please give whole numbers.', variants, errors);
  const given = values.filter(isGiven);
  if (given.reduce((sum, { value }) => sum + value, 0) !== question.total) {
    return invalid(question, `The numbers must add up to ${question.total}.`, variants);
  }
  return { kind: 'given', given: { kind: 'allocation', questionId: question.id, values: given } };
}

interface MaybeNumber {
  readonly answerId: number;
  readonly value: number | undefined;
}

function isGiven(number: MaybeNumber): number is GivenNumber {
  return number.value !== undefined;
}

/** The number of each item; undefined when no item has a value at all. */
function numbersOf(question: SurveyQuestion, body: SubmitBody): MaybeNumber[] | undefined {
  const values = valuesOf(question, body);
  if (values.every(([, value]) => isBlank(value))) return undefined;
  return values.map(([answerId, value]) => ({ answerId, value: wholeNumber(value) }));
}

function valuesOf(question: SurveyQuestion, body: SubmitBody): [number, unknown][] {
  const { paramPrefix } = formParamOf(question);
  return question.answers.map(({ id }) => [id, body[`${paramPrefix}${id}`]]);
}
