import { administrationQuestions, recordQuestions } from './administrationQuestions.ts';
import type { OpenQuestion } from './openQuestion.ts';
import { respondentQuestions } from './respondentQuestions.ts';

/** Every place where the document is silent or contradicts itself, by id. */
export const questions = {
  ...respondentQuestions,
  ...administrationQuestions,
  ...recordQuestions,
} as const satisfies Record<string, OpenQuestion>;

export type QuestionId = keyof typeof questions;

export const questionIds = Object.keys(questions) as readonly QuestionId[];

export function isQuestionId(value: string): value is QuestionId {
  return Object.hasOwn(questions, value);
}

/** Whether an answer to a question is in the words of the catalogue, with nothing of the service in them. */
export function isAlternative(question: QuestionId, answer: string): boolean {
  const { alternatives }: OpenQuestion = questions[question];
  return alternatives.some(({ value }) => value === answer);
}

/**
 * The sentence that the document's author could paste when the service answered `question` with `value`; several
 * values give a sentence each.
 */
export function proposalFor(question: QuestionId, values: readonly string[]): string {
  const { alternatives, measured }: OpenQuestion = questions[question];
  return values
    .map((value) => {
      const known = alternatives.find((alternative) => alternative.value === value);
      return known?.title ?? (measured ?? 'The service answers: {value}.').replace('{value}', value);
    })
    .join(' ');
}
