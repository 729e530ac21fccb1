import { type AnswerKind, isDate } from './answerForms.ts';

/** What was given, and what stands in a place for it, as both are compared. */
export type Pair = readonly [given: string, came: string];

/** Numbers that have become others, after which what became of them is a rule; and dates, in most of which no month is left. */
const enoughChanged = { numbers: 4, dates: 2 };

/**
 * Whether answers have become others by a rule that no way of writing them is. Points may be written as shares of a whole,
 * ranks be counted from 0 or from the end, and dates have their day first: but nobody who begins with the year goes on with
 * the day.
 *
 * @param pairs each once
 */
export function isAnother(kind: AnswerKind, place: string, pairs: readonly Pair[]): boolean {
  const changed = pairs.filter(([given, came]) => given !== came).length;
  if (kind === 'allocation') return changed >= enoughChanged.numbers && isShifted(pairs);
  if (changed < enoughChanged.dates || !isDate(kind) || !place.endsWith('year-month-day')) return false;
  return pairs.every(([given, came]) => came === given || came === withDayAndMonthExchanged(given));
}

/** Whether as much was added to each number, or taken from it. */
function isShifted(pairs: readonly Pair[]): boolean {
  return new Set(pairs.map(([given, came]) => Number(came) - Number(given))).size === 1;
}

/** @param date as it is compared: year, month and day, and perhaps a time */
function withDayAndMonthExchanged(date: string): string {
  const [year, month, day, ...time] = date.split(' ');
  return [year, day, month, ...time].join(' ');
}
