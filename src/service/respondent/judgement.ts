import type { ValidationError } from '../../contract/page.ts';
import type { GivenAnswer } from '../completedResponses.ts';
import type { SurveyQuestion } from '../survey/survey.ts';
import type { Variants } from '../variants.ts';

/** The parsed submit-page body: one flat object. */
export type SubmitBody = Readonly<Record<string, unknown>>;

/** What one question makes of a submitted body. */
export type Judgement =
  | { readonly kind: 'given'; readonly given: GivenAnswer }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'invalid'; readonly error: ValidationError };

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

function answerErrors(answers: readonly AnswerError[], shape: Variants['answerErrors']): unknown {
  if (answers.length === 0 || shape === 'null') return null;
  if (shape === 'array') return answers;
  return Object.fromEntries(answers.map(({ answerId, message }) => [answerId, message]));
}

/** Whether a key was left out or left empty, which is the same to a form. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** A numeric string, as the key forms carry whole numbers; undefined for anything else. */
export function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}
