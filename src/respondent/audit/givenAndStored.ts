import type { StoredAnswers } from '../../result/verdict.ts';
import { parsedBody, picked } from '../answers/knownValid.ts';
import type { KeptCompletion, KeptQuestion } from './completionLedger.ts';
import type { AuditedRecord } from './recordSource.ts';

type AnswerValue = AuditedRecord['responseSet'][number]['answerValues'][number];

const longest = 240;

/**
 * What a respondent gave and what its record holds, question by question, with the requests of the walk that gave it.
 *
 * @param record `null` where there is none
 * @param differing the questions whose answers are stored otherwise than they were given
 */
export function givenAndStored(
  { token, pages }: KeptCompletion,
  record: AuditedRecord | null,
  differing: ReadonlySet<unknown>,
): StoredAnswers {
  const compared = (question: KeptQuestion, body: string): StoredAnswers['questions'][number] => {
    const given = Object.entries(picked(parsedBody(body), question.keys));
    return {
      questionId: question.id,
      question: question.text,
      given: given
        .flatMap(([key, value]) => [value].flat().map((each) => nameOf(question, key, each)))
        .join(', ')
        .slice(0, longest),
      stored: valuesOf(question, record).map(storedWords).join(', ').slice(0, longest),
      differs: record === null ? given.length > 0 : differing.has(question.id),
    };
  };
  return {
    respondent: token,
    responseId: record?.responseID ?? null,
    questions: pages.flatMap(({ questions, body }) => questions.map((question) => compared(question, body))),
    submitted: pages.map(({ body }) => body),
  };
}

function valuesOf({ id }: KeptQuestion, record: AuditedRecord | null): readonly AnswerValue[] {
  return record?.responseSet.find(({ questionID }) => questionID === id)?.answerValues ?? [];
}

/** The text of a chosen answer; a text, a number or a date as it was sent, with the answer that it belongs to. */
function nameOf({ answers }: KeptQuestion, key: string, value: unknown): string {
  const textOf = (id: string): string => answers.find((answer) => String(answer.id) === id)?.text ?? '';
  const chosen = /^[um]_/.test(key) ? textOf(String(value)) : '';
  if (chosen !== '') return chosen;
  const owner = textOf(key.slice(key.lastIndexOf('_') + 1));
  return owner === '' ? String(value) : `${owner}: ${String(value)}`;
}

function storedWords({ answerText = '', value }: AnswerValue): string {
  const isSaid = (text: unknown): boolean => text !== undefined && text !== null && text !== '' && text !== 0;
  const others = Object.values(value ?? {}).filter((text) => isSaid(text) && text !== answerText);
  return [answerText, ...others].filter(isSaid).map(String).join(': ');
}
