import type { EntityId } from '../../contract/entityId.ts';
import { hashText, hashWords } from './textHash.ts';

/**
 * What answers are compared as. The document says where two of them are in a response record: chosen answers are
 * `answerID`s, free texts are in `value.text`. Where the text of an Other option, the number of a rank or an
 * allocation, and a date are is not shown: the audit learns it from the records.
 */
export const answerClasses = ['choice', 'text', 'other', 'number', 'date'] as const;
export type AnswerClass = (typeof answerClasses)[number];

/** Words of a digest: two for each class. */
export const digestWords = answerClasses.length * 2;

/** Where the words of a class begin. */
export const wordOf: Readonly<Record<AnswerClass, number>> = { choice: 0, text: 2, other: 4, number: 6, date: 8 };

/**
 * Adds one answer to the two words at `at`. Digests are sums, so the order of answers does not matter; the words of a
 * class without answers are 0.
 *
 * @param id the answer's id, or the question's where keys have that.
 */
export function addAnswer(words: Uint32Array, at: number, id: EntityId, value: string): void {
  if (typeof id === 'number') hashText(id, value);
  else hashText(0, `${id} ${value}`);
  words[at] = (words[at] ?? 0) + (hashWords[0] ?? 0);
  words[at + 1] = (words[at + 1] ?? 0) + (hashWords[1] ?? 0);
}

/** A number as it is compared: `040`, `40.0` and 40 are the same. Null for what is none. */
export function canonicalNumber(text: string): string | null {
  const value = Number(text);
  return text.trim() === '' || Number.isNaN(value) ? null : String(value);
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * A date as it is compared: its numbers in order of size, whatever separates them and whichever comes first; months may
 * be named. Null for what has no number.
 */
export function canonicalDate(text: string): string | null {
  const numbers: number[] = [];
  for (const [part] of text.matchAll(/\d+|[a-z]{3,}/gi)) {
    const named = monthNames.indexOf(part.slice(0, 3).toLowerCase());
    const value = Number(part);
    if (!Number.isNaN(value)) numbers.push(value);
    else if (named >= 0) numbers.push(named + 1);
  }
  return numbers.length === 0 ? null : numbers.sort((a, b) => a - b).join(' ');
}

/** Whether answers of a class went into a digest. */
export function hasAnswers(digest: Uint32Array, kind: AnswerClass): boolean {
  return digest[wordOf[kind]] !== 0 || digest[wordOf[kind] + 1] !== 0;
}
