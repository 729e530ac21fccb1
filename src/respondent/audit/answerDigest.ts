import { type EntityId, entityIdOf } from '../../contract/entityId.ts';

/**
 * What answers are compared as. The document says where two of them are in a response record: chosen answers are
 * `answerID`s, free texts are in `value.text`. Where the text of an Other option, the number of a rank or an
 * allocation, and a date are, each kind at a place of its own, is not shown: the audit learns it from the records.
 */
export const answerClasses = ['choice', 'text', 'other', 'rank', 'allocation', 'date'] as const;
export type AnswerClass = (typeof answerClasses)[number];

/** The bit of a class in what answers with one id are. */
export function kindBit(kind: AnswerClass): number {
  return 1 << answerClasses.indexOf(kind);
}

/** Words of a digest: two for each class. */
export const digestWords = answerClasses.length * 2;

/** Where the words of a class begin. */
export const wordOf: Readonly<Record<AnswerClass, number>> = {
  ...{ choice: 0, text: 2, other: 4, rank: 6, allocation: 8, date: 10 },
};

/**
 * Adds one answer to the two words at `at`. Digests are sums, so the order of answers does not matter; the words of a
 * class without answers are 0.
 *
 * @param id the answer's id, or the question's where keys have that.
 */
export function addAnswer(words: Uint32Array, at: number, id: EntityId, value: string): void {
  hashText(id, value);
  words[at] = (words[at] ?? 0) + (hashWords[0] ?? 0);
  words[at + 1] = (words[at + 1] ?? 0) + (hashWords[1] ?? 0);
}

/** A number as it is compared: `040`, `40.0` and 40 are the same. Null for what is none. */
export function canonicalNumber(text: string): string | null {
  const value = Number(text);
  return text.trim() === '' || Number.isNaN(value) ? null : String(value);
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** In which order a service may write the numbers of a date. */
export const dateOrders = ['year-month-day', 'day-month-year', 'month-day-year'] as const;
type DateOrder = (typeof dateOrders)[number];

/**
 * A written date as it is compared: year, month and day, and the hour of 24 and the minute where it has a time; months
 * may be named. Null for what is no date.
 */
export function canonicalDate(text: string, order: DateOrder): string | null {
  const words = text.match(/\d+|[a-z]+/gi) ?? [];
  const named = words.map((word) => monthNames.indexOf(word.slice(0, 3).toLowerCase()) + 1).find((month) => month > 0);
  const numbers = words.map(Number).filter((number) => !Number.isNaN(number));
  const parts = order.split('-').filter((part) => part !== 'month' || named === undefined);
  if (numbers.length < parts.length) return null;
  const date = new Map(parts.map((part, at) => [part, numbers[at]]));
  const [hour, minute] = numbers.slice(parts.length);
  const half = words.find((word) => /^[ap]m$/i.test(word));
  return dateText([date.get('year'), named ?? date.get('month'), date.get('day')], hour, minute, half);
}

function dateText(date: readonly unknown[], hour?: number, minute?: number, half?: string): string {
  if (hour === undefined || minute === undefined) return date.join(' ');
  const ofDay = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  return [...date, ofDay, minute].join(' ');
}

/** A date as its keys have it: in three fields or as a calendar has it, and perhaps with a time. */
function givenDate(parts: ReadonlyMap<string, string>): string | null {
  const calendar = parts.get('dt_cal_');
  if (calendar !== undefined) return canonicalDate(calendar, 'year-month-day');
  const [year, month, day, hour, minute] = ['year', 'month', 'day', 'hr', 'min'].map((part) => {
    const number = parts.get(`dt_${part}_`);
    return number === undefined ? undefined : Number(number);
  });
  return dateText([year, month, day], hour, minute, parts.get('dt_ampm_'));
}

/** Whether answers of a class went into a digest. */
export function hasAnswers(digest: Uint32Array, kind: AnswerClass): boolean {
  return digest[wordOf[kind]] !== 0 || digest[wordOf[kind] + 1] !== 0;
}

/** The two words of the last `hashText`: 64 bits without an object per text. */
export const hashWords = new Uint32Array(2);

/** Hashes `text`, distinguished by `salt`, into `hashWords`. Equal inputs give equal words in every process. */
export function hashText(salt: EntityId, text: string): void {
  if (typeof salt === 'string') {
    hashText(0, `${salt} ${text}`);
    return;
  }
  let first = Math.imul(salt ^ 0x9e3779b1, 0x85ebca6b);
  let second = Math.imul(salt ^ 0x7f4a7c15, 0xc2b2ae35);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul((second << 7) ^ (second >>> 25) ^ code, 0x27d4eb2f);
  }
  hashWords[0] = finished(first);
  hashWords[1] = finished(second ^ text.length);
}

function finished(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Hears of each answer of a submit-page body. */
export type AnswerListener = (kind: AnswerClass, id: EntityId, value: string) => void;

/**
 * Takes a submit-page body apart (service.md#keys): the prefix says what it is, the id is the answer's
 * or the question's. A text beside an option that was chosen is the text of an Other option. What has no value is no
 * answer. Keys of no documented form are texts whose place in the record is not known.
 */
export function readSubmitted(body: string, listener: AnswerListener): void {
  const entries = Object.entries(JSON.parse(body) as Readonly<Record<string, unknown>>);
  const chosen = new Set(entries.filter(([key]) => /^[um]_/.test(key)).flatMap(([, value]) => idsOf(value)));
  for (const id of chosen) listener('choice', id, '');
  const dates = new Map<EntityId, Map<string, string>>();
  for (const [key, value] of entries) {
    const at = key.lastIndexOf('_');
    const prefix = key.slice(0, at + 1);
    const id = entityIdOf(key.slice(at + 1));
    if (prefix === 'u_' || prefix === 'm_' || typeof value !== 'string' || value === '') continue;
    if (prefix === 't_') listener(chosen.has(id) ? 'other' : 'text', id, value);
    else if (prefix === 'r_') listener('rank', id, canonicalNumber(value) ?? value);
    else if (prefix === 's_') listener('allocation', id, canonicalNumber(value) ?? value);
    else if (prefix.startsWith('dt_')) dates.set(id, new Map(dates.get(id)).set(prefix, value));
    else listener('other', id, value);
  }
  for (const [id, parts] of dates) listener('date', id, givenDate(parts) ?? '');
}

function idsOf(value: unknown): EntityId[] {
  return (Array.isArray(value) ? value : [value]).map((id) => entityIdOf(String(id)));
}
