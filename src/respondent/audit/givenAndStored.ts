import type { EntityId } from '../../contract/entityId.ts';
import type { StoredAnswers } from '../../result/verdict.ts';
import { parsedBody, picked } from '../answers/knownValid.ts';
import { canonicalDate, canonicalNumber, dateOrders, readSubmitted } from './answerDigest.ts';
import type { KeptQuestion, KeptWalk } from './keptWalks.ts';
import type { AuditedRecord } from './readRecords.ts';
import { places } from './recordReading.ts';

type AnswerValue = AuditedRecord['responseSet'][number]['answerValues'][number];

const longest = 240;

/**
 * What a respondent gave and what its record holds, question by question, with the requests of the walk that gave it.
 *
 * @param record `null` where there is none
 */
export function givenAndStored(walk: KeptWalk, record: AuditedRecord | null): StoredAnswers {
  return {
    respondent: walk.token,
    responseId: record?.responseID ?? null,
    questions: walk.pages.flatMap(({ questions, body }) =>
      questions.map((question) =>
        compared(question, picked(parsedBody(body), question.keys), valuesOf(question, record)),
      ),
    ),
    submitted: walk.pages.map(({ body }) => body),
  };
}

function compared(
  question: KeptQuestion,
  given: Readonly<Record<string, unknown>>,
  stored: readonly AnswerValue[],
): StoredAnswers['questions'][number] {
  return {
    questionId: question.id,
    question: question.text,
    given: Object.entries(given)
      .flatMap(([key, value]) => listOf(value).map((each) => nameOf(question, key, each)))
      .join(', ')
      .slice(0, longest),
    stored: stored.map(storedWords).join(', ').slice(0, longest),
    differs: !isSame(given, stored),
  };
}

function valuesOf({ id }: KeptQuestion, record: AuditedRecord | null): readonly AnswerValue[] {
  return record?.responseSet.find(({ questionID }) => questionID === id)?.answerValues ?? [];
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** The text of a chosen answer; a text, a number or a date as it was sent, with the answer that it belongs to. */
function nameOf({ answers }: KeptQuestion, key: string, value: unknown): string {
  const textOf = (id: string): string => answers.find((answer) => String(answer.id) === id)?.text ?? '';
  const chosen = /^[um]_/.test(key) ? textOf(String(value)) : '';
  if (chosen !== '') return chosen;
  const owner = textOf(key.slice(key.lastIndexOf('_') + 1));
  return owner === '' ? String(value) : `${owner}: ${String(value)}`;
}

function textsOf({ answerText, value }: AnswerValue): string[] {
  const all: Readonly<Record<string, unknown>> = { ...value, answerText };
  return places.flatMap((place) => {
    const text = all[place];
    return text === undefined || text === null || text === '' || text === 0 ? [] : [String(text)];
  });
}

function storedWords(answer: AnswerValue): string {
  const texts = textsOf(answer).filter((text) => text !== answer.answerText);
  return [...(answer.answerText === '' ? [] : [answer.answerText]), ...texts].join(': ');
}

/** Whether all that was given stands in the record, and no other choice; where numbers and dates stand is open. */
function isSame(given: Readonly<Record<string, unknown>>, stored: readonly AnswerValue[]): boolean {
  const texts = stored.flatMap(textsOf);
  const chosen = new Set<EntityId>();
  let isWhole = true;
  readSubmitted(JSON.stringify(given), (kind, id, value) => {
    if (kind === 'choice') {
      chosen.add(id);
      isWhole &&= stored.some(({ answerID }) => answerID === id);
    } else if (kind === 'rank' || kind === 'allocation')
      isWhole &&= texts.some((text) => canonicalNumber(text) === value);
    else if (kind === 'date') {
      isWhole &&= texts.some((text) => dateOrders.some((order) => canonicalDate(text, order) === value));
    } else isWhole &&= texts.includes(value);
  });
  const isNothing = Object.keys(given).length === 0;
  return (
    isWhole && (isNothing ? stored.length === 0 : chosen.size === 0 || stored.every((v) => chosen.has(v.answerID)))
  );
}
