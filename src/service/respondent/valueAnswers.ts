import type { GivenNumber, GivenText } from '../completedResponses.ts';
import { keyOfAnswer } from '../survey/formParam.ts';
import type { SurveyQuestion, TextFormat } from '../survey/survey.ts';
import type { Variants } from '../variants.ts';
import {
  type AnswerError,
  asText,
  invalid,
  isBlank,
  isTooLong,
  type Judgement,
  requiredMessage,
  type SubmitBody,
  tooLong,
  unanswered,
  wholeNumber,
  wrongType,
} from './submissionJudgement.ts';

const formats: Readonly<Record<TextFormat, { readonly form: RegExp; readonly message: string }>> = {
  email: { form: /^[^@\s]+@[^@\s]+\.[^@\s]+$/, message: 'Please give an e-mail address.' },
  number: { form: /^\d{1,3}$/, message: 'Please give a number.' },
  date: { form: /^\d{4}-\d\d-\d\d$/, message: 'Please give a date, as 2026-01-31.' },
};

/** Judges `t_<answer_id>`, one free text a box; a required question needs every box filled. */
export function judgeText(question: SurveyQuestion, body: SubmitBody, variants: Variants): Judgement {
  const texts: GivenText[] = [];
  const missing: AnswerError[] = [];
  for (const [answerId, value] of valuesOf(question, body)) {
    const text = asText(value, variants);
    if (isBlank(value)) missing.push({ answerId, message: requiredMessage });
    else if (text === undefined) return wrongType(question, 'Please give a text.', variants);
    else if (isTooLong(question, text, variants)) return tooLong(question, answerId, variants);
    else if (question.format !== null && !formats[question.format].form.test(text)) {
      return invalid(question, formats[question.format].message, variants);
    } else texts.push({ answerId, text });
  }
  if (texts.length === 0) return unanswered;
  if (question.required && missing.length > 0) return invalid(question, requiredMessage, variants, missing);
  return { kind: 'given', given: { kind: 'text', questionId: question.id, texts } };
}

/** Judges `r_<answer_id>`: the positions are a permutation of 1 to n, or of 0 to n - 1. */
export function judgeRank(question: SurveyQuestion, body: SubmitBody, variants: Variants): Judgement {
  const first = question.firstRank;
  const last = first + question.answers.length - 1;
  const seen = new Set<number>();
  return judgeNumbers(question, body, variants, `Please give each position from ${first} to ${last} once.`, (value) => {
    const good = value >= first && value <= last && !seen.has(value);
    seen.add(value);
    return good;
  });
}

/** Judges `s_<answer_id>`: whole numbers that add up to the total of the question. */
export function judgeAllocation(question: SurveyQuestion, body: SubmitBody, variants: Variants): Judgement {
  const judged = judgeNumbers(question, body, variants, 'Please give whole numbers.', () => true);
  if (judged.kind !== 'given' || judged.given.kind !== 'allocation') return judged;
  const sum = judged.given.values.reduce((total, { value }) => total + value, 0);
  return sum === question.total ? judged : invalid(question, `The numbers must add up to ${question.total}.`, variants);
}

/** One numeric string for each item; with none at all the question is left out. */
function judgeNumbers(
  question: SurveyQuestion,
  body: SubmitBody,
  variants: Variants,
  message: string,
  isGood: (value: number) => boolean,
): Judgement {
  const given = valuesOf(question, body);
  if (given.every(([, value]) => isBlank(value))) return unanswered;
  const values: GivenNumber[] = [];
  const errors: AnswerError[] = [];
  for (const [answerId, raw] of given) {
    if (!isBlank(raw) && asText(raw, variants) === undefined) return wrongType(question, message, variants);
    const value = wholeNumber(raw, variants);
    if (value !== undefined && isGood(value)) values.push({ answerId, value });
    else errors.push({ answerId, message });
  }
  if (errors.length > 0) return invalid(question, message, variants, errors);
  const kind = question.kind === 'rank' ? 'rank' : 'allocation';
  return { kind: 'given', given: { kind, questionId: question.id, values } };
}

function valuesOf(question: SurveyQuestion, body: SubmitBody): [number, unknown][] {
  return question.answers.map(({ id }) => [id, body[keyOfAnswer(question, id)]]);
}
