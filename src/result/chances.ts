import type { Violation } from './verdict.ts';

/**
 * Tries without a failure after which a failure that comes at this rate is ruled out, with an error of one in twenty.
 *
 * @param rate failures per try, above 0.
 */
export function triesToRuleOut(rate: number): number {
  return Math.ceil(Math.log(0.05) / Math.log(1 - Math.min(rate, 0.95)));
}

/** A share of chances in words that are read at a glance: `1 in 7`, `2 in 3`, `each time`. */
export function oneIn(failed: number, chances: number): string {
  if (failed >= chances) return 'each time';
  const rate = failed / chances;
  if (rate > 0.4) return `${failed} in ${chances}`;
  return `1 in ${Math.round(1 / rate).toLocaleString('en')}`;
}

/** `1st`, `22nd`, `99.9th`. @param number as it is written */
export function ordinalText(number: string): string {
  const ends = { 1: 'st', 2: 'nd', 3: 'rd' } as const;
  const last = Number(number.at(-1));
  const isTeen = /1\d$/.test(number);
  return `${number}${(last === 1 || last === 2 || last === 3) && !isTeen ? ends[last] : 'th'}`;
}

const words = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** `third`, `12th`. @param number from 1 on */
export function ordinalWord(number: number): string {
  return words[number - 1] ?? ordinalText(String(number));
}

/**
 * In how many of how many walks; nothing where none was noted, or where more broke than are known of.
 *
 * @param failed walks that showed it
 * @param among walks that may have come to a check of its clause, and how many checks those made: where each showed it, it
 *   was seen in each walk that came to one
 */
export function walkChances(
  { count }: Pick<Violation, 'count'>,
  failed: number,
  among: { readonly walks: number; readonly checked: number },
): Pick<Violation, 'chances'> {
  return chancesOf(failed, count === among.checked ? Math.min(failed, among.walks) : among.walks, 'walks');
}

/** In how many of how many completions that an audit looked for, as {@link walkChances}. */
export function completionChances(failed: number, of: number): Pick<Violation, 'chances'> {
  return chancesOf(failed, of, 'completions');
}

/** Whether a violation was looked for among completions. */
export function isOfCompletions({ chances }: Pick<Violation, 'chances'>): boolean {
  return chances?.what === 'completions';
}

function chancesOf(failed: number, of: number, what: string): Pick<Violation, 'chances'> {
  return failed > 0 && of >= failed ? { chances: { failed, of, what } } : {};
}
