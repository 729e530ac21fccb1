import { type EntityId, entityIdOf } from '../../contract/entityId.ts';
import { isRecord, type Json } from '../../contract/jsonShape.ts';
import { comparable } from '../../judging/reading/sentValues.ts';
import type { KeptCompletion } from './completionLedger.ts';

/**
 * What answers are compared as. The document says where two of them are in a response record: chosen answers are
 * `answerID`s, free texts are in `value.text`. Where the others are, each kind at a place of its own, is not shown.
 */
const dateKinds = ['date', 'date-time', 'calendar'] as const;
export const answerKinds = ['choice', 'text', 'other', 'rank', 'allocation', ...dateKinds, 'unknown'] as const;
export type AnswerKind = (typeof answerKinds)[number];

/** Whether a kind is one of dates, each of which a service may write in a way of its own. */
export function isDate(kind: AnswerKind): boolean {
  return dateKinds.some((each) => each === kind);
}

/** Whether a kind is one of numbers: a form and a place of its own has each, whichever question asks for them. */
export function isNumber(kind: AnswerKind): boolean {
  return kind === 'rank' || kind === 'allocation';
}

/** Whether a kind is compared only where answers that differ showed its place: a default would look like an answer. */
export function needsDifference(kind: AnswerKind): boolean {
  return isNumber(kind) || isDate(kind);
}

/** One answer of a respondent, in the form in which it is compared. */
export interface GivenAnswer {
  /** `null` where the page was not kept. */
  readonly questionId: EntityId | null;
  /** The id of the answer, or of the question where keys have that. */
  readonly id: EntityId;
  readonly kind: AnswerKind;
  readonly value: string;
}

/**
 * Takes a submit-page body apart (service.md#keys): the prefix says what it is, the id is the answer's or the
 * question's. A text beside an option that was chosen is the text of an Other option. What has no value is no answer.
 */
export function givenAnswers({ questions, body }: KeptCompletion['pages'][number]): GivenAnswer[] {
  const parsed: unknown = JSON.parse(body);
  const entries = Object.entries(isRecord(parsed) ? parsed : {});
  const answers: GivenAnswer[] = [];
  const chosen = new Set(entries.filter(([key]) => /^[um]_/.test(key)).flatMap(([, value]) => idsOf(value)));
  const dates = new Map<EntityId, { readonly questionId: EntityId | null; readonly parts: Map<string, string> }>();
  for (const [key, value] of entries) {
    const questionId = questions.find(({ keys }) => keys.includes(key))?.id ?? null;
    if (questionId === null && questions.length > 0) continue;
    const at = key.lastIndexOf('_') + 1;
    const [prefix, id] = [key.slice(0, at), entityIdOf(key.slice(at))];
    const add = (kind: AnswerKind, text: string): number => answers.push({ questionId, id, kind, value: text });
    if (prefix === 'u_' || prefix === 'm_') {
      for (const each of idsOf(value)) answers.push({ questionId, id: each, kind: 'choice', value: '' });
    } else if (typeof value !== 'string' || value === '') continue;
    else if (prefix === 't_') add(chosen.has(id) ? 'other' : 'text', comparable(value));
    else if (prefix === 'r_') add('rank', String(Number(value)));
    else if (prefix === 's_') add('allocation', String(Number(value)));
    else if (prefix.startsWith('dt_')) {
      const date = dates.get(id) ?? { questionId, parts: new Map<string, string>() };
      dates.set(id, date);
      date.parts.set(prefix, value);
    } else add('unknown', comparable(value));
  }
  for (const [id, { questionId, parts }] of dates) {
    const kind = parts.has('dt_cal_') ? 'calendar' : parts.has('dt_hr_') ? 'date-time' : 'date';
    answers.push({ questionId, id, kind, value: givenDate(parts) ?? '' });
  }
  return answers;
}

function idsOf(value: unknown): EntityId[] {
  return (Array.isArray(value) ? value : [value]).map((id) => entityIdOf(String(id)));
}

/** What the members of a stored answer are as answers of a kind: by place and writing. */
export function* readings(kind: AnswerKind, members: Json): Generator<[string, string]> {
  for (const [place, value] of Object.entries(members)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    if (isDate(kind)) {
      for (const order of dateOrders) {
        const date = canonicalDate(String(value), order);
        if (date !== null) yield [`${place} ${order}`, date];
      }
    } else if (isNumber(kind)) {
      const number = canonicalNumber(String(value));
      if (number !== null) yield [place, number];
    } else if (typeof value === 'string' && value !== '') yield [place, comparable(value)];
  }
}

/** A number as it is compared: `040`, `40.0` and 40 are the same. Null for what is none. */
function canonicalNumber(text: string): string | null {
  const value = Number(text);
  return text.trim() === '' || Number.isNaN(value) ? null : String(value);
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** In which order a service may write the numbers of a date. */
const dateOrders = ['year-month-day', 'day-month-year', 'month-day-year'] as const;

/**
 * A written date as it is compared: year, month and day, and the hour of 24 and the minute where it has a time; months
 * may be named. Null for what is no date.
 */
function canonicalDate(text: string, order: (typeof dateOrders)[number]): string | null {
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
