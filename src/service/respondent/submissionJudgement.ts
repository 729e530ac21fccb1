import type { ValidationError } from '../../contract/pageSchema.ts';
import type { GivenAnswer } from '../completedResponses.ts';
import type { SurveyQuestion } from '../survey/survey.ts';
import type { Variants } from '../variants.ts';

/** The parsed submit-page body: one flat object. */
export type SubmitBody = Readonly<Record<string, unknown>>;

/** What one question makes of a submitted body. */
export type Judgement =
  | { readonly kind: 'given'; readonly given: GivenAnswer }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'invalid'; readonly error: ValidationError }
  | Refused;

/** The whole submission gets a standard error. */
export interface Refused {
  readonly kind: 'refused';
  readonly httpStatus: 400 | 413;
}

export interface AnswerError {
  readonly answerId: number;
  readonly message: string;
}

export const requiredMessage = 'This question is required.';

export const unanswered: Judgement = { kind: 'unanswered' };

/**
 * A failed validation.
 *
 * @param answers the answers that are wrong one by one, for `answerErrors`; none gives null.
 */
export function invalid(
  question: SurveyQuestion,
  message: string,
  variants: Variants,
  answers: readonly AnswerError[] = [],
): Judgement {
  return {
    kind: 'invalid',
    error: { questionId: question.id, message, answerErrors: answerErrors(answers, variants.answerErrors) },
  };
}

/** A value of another JSON type than the table of key forms has. */
export function wrongType(question: SurveyQuestion, message: string, variants: Variants): Judgement {
  return variants.wrongType === 'error-400'
    ? { kind: 'refused', httpStatus: 400 }
    : invalid(question, message, variants);
}

/** A text beyond what the question takes. */
export function tooLong(question: SurveyQuestion, answerId: number, variants: Variants): Judgement {
  if (variants.hugeText === 'error-400') return { kind: 'refused', httpStatus: 400 };
  if (variants.hugeText === '413') return { kind: 'refused', httpStatus: 413 };
  const message = `Please give at most ${question.maxLength} characters.`;
  return invalid(question, message, variants, [{ answerId, message }]);
}

export function isTooLong(question: SurveyQuestion, text: string, variants: Variants): boolean {
  return text.length > question.maxLength && variants.hugeText !== 'accepted';
}

/** The string that a value is, or stands for where numbers are taken too; undefined for any other type. */
export function asText(value: unknown, variants: Variants): string | undefined {
  if (typeof value === 'number' && variants.wrongType === 'accepted') return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** Whether a key was left out or left empty, which is the same to a form. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** A numeric string, as the key forms carry whole numbers; undefined for anything else. */
export function wholeNumber(value: unknown, variants: Variants): number | undefined {
  const text = asText(value, variants);
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function answerErrors(answers: readonly AnswerError[], shape: Variants['answerErrors']): unknown {
  if (answers.length === 0 || shape === 'null') return null;
  if (shape === 'array') return answers;
  return Object.fromEntries(answers.map(({ answerId, message }) => [answerId, message]));
}
