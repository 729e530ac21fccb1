import type { AnswerChange } from '../../judging/classifyAnswer.ts';
import { comparable } from '../../judging/reading/sentValues.ts';
import { textChange } from '../../judging/textChange.ts';
import { commonCame } from '../../result/symptom.ts';
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
  return pairs.every((pair) => pair[0] === pair[1] || isDayMonthExchanged(pair));
}

/** Texts of different lengths that must have been cut alike, before that is a rule. */
const enoughCut = 2;
/** Texts are compared without some of their characters (`comparable`), which were counted all the same. */
const agreeing = 2 / 3;

/** How texts are counted: by their characters, by the units of 16 bits that some languages have, or by the bytes of a column. */
const counts: readonly Count[] = [
  {
    unit: 'characters',
    lengthOf: (text) => [...text].length,
    beginning: (text, length) => [...text].slice(0, length).join(''),
  },
  { unit: 'characters', lengthOf: (text) => text.length, beginning: (text, length) => text.slice(0, length) },
  {
    unit: 'bytes',
    lengthOf: (text) => Buffer.byteLength(text),
    beginning: (text, length) => new TextDecoder().decode(Buffer.from(text).subarray(0, length), { stream: true }),
  },
];

interface Count {
  readonly unit: 'characters' | 'bytes';
  readonly lengthOf: (text: string) => number;
  /** As much of a text as fits, in whole characters. */
  readonly beginning: (text: string, length: number) => string;
}

/** After how many characters, or bytes, texts are cut; `null` where there is none, or too few say it. @param pairs each once */
export function cutLength(pairs: readonly Pair[]): { readonly after: number; readonly unit: Count['unit'] } | null {
  if (new Set(pairs.map(([given]) => given.length)).size < enoughCut) return null;
  for (const { unit, lengthOf, beginning } of counts) {
    const after = pairs.reduce((longest, [, came]) => Math.max(longest, lengthOf(came)), 0);
    const cutThere = pairs.filter(([given, came]) => comparable(beginning(given, after)) === came);
    if (after > 0 && cutThere.length >= agreeing * pairs.length) return { after, unit };
  }
  return null;
}

/** Whether as much was added to each number, or taken from it. */
function isShifted(pairs: readonly Pair[]): boolean {
  return new Set(pairs.map(([given, came]) => Number(came) - Number(given))).size === 1;
}

/** Where the hour stands in a date with a time, as it is compared. */
const hourAt = 3;

/** Whether a date has its day where its month was. */
function isDayMonthExchanged([given, came]: Pair): boolean {
  return given !== came && came === withDayAndMonthExchanged(given);
}

/** Whether a time is off by half a day, as where AM and PM are taken for each other. */
function isHalfDayOff([given, came]: Pair): boolean {
  const parts = given.split(' ').map((part, at) => Number(came.split(' ')[at]) - Number(part));
  return parts.length === 5 && parts.every((off, at) => (at === hourAt ? Math.abs(off) === 12 : off === 0));
}

/** @param date as it is compared: year, month and day, and perhaps a time */
function withDayAndMonthExchanged(date: string): string {
  const [year, month, day, ...time] = date.split(' ');
  return [year, day, month, ...time].join(' ');
}

/**
 * What came of answers of one kind, as far as the same can be said of each: words of `classifyChanges`, the most exact first.
 *
 * @param all what differs: `given` is null for what nobody gave, `came` for what is not there
 */
export function becameOf(kind: AnswerChange['kind'], all: readonly Record<string, unknown>[]): AnswerChange['became'] {
  if (all.every(({ came }) => came === null)) return ['missing'];
  // What is there beside what was given is told by itself.
  const own = all.filter(({ given }) => given !== null);
  const pairs = own.map(({ given, came }): Pair => [String(given), String(came ?? '')]);
  if (kind === 'numbers') return areMoved(own) ? ['moved'] : own.length > 1 && isShifted(pairs) ? ['shifted'] : [];
  if (kind !== 'choices' && areExchanged(own)) return ['exchanged'];
  if (kind === 'dates' && pairs.length > 0 && pairs.every(isHalfDayOff)) return ['am-pm'];
  if (kind === 'dates') return pairs.length > 0 && pairs.every(isDayMonthExchanged) ? ['day-month'] : [];
  if (kind === 'choices') return [];
  const [first = [], ...others] = pairs.map(([given, came]) => textChange(given, came));
  return others.reduce<readonly string[]>(commonCame, first);
}

/** Whether what was given to several questions stands there, at others of them. */
function areExchanged(all: readonly Record<string, unknown>[]): boolean {
  return new Set(all.map(({ question }) => question)).size > 1 && sorted(all, 'given') === sorted(all, 'came');
}

/** Whether the numbers of each question are those that were given, for other items. */
function areMoved(all: readonly Record<string, unknown>[]): boolean {
  return Map.groupBy(all, ({ question }) => question)
    .values()
    .every((rows) => sorted(rows, 'given') === sorted(rows, 'came'));
}

function sorted(all: readonly Record<string, unknown>[], member: 'given' | 'came'): string {
  const values = all.map((each) => JSON.stringify(each[member]));
  return values.toSorted().join();
}
