import { distance } from 'fastest-levenshtein';
import type { KeyPath } from './problem.ts';
import type { Shape } from './shape.ts';

/** The candidate that a misspelt word most likely meant, letter case aside, or `null` when none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    if (edits < bestDistance) {
      best = candidate;
      bestDistance = edits;
    }
  }
  return bestDistance <= farthest(word) ? best : null;
}

/** Edits that still count as misspelt: a third of the word, and from four letters on two neighbours that are swapped. */
function farthest(word: string): number {
  return Math.max(word.length < 4 ? 1 : 2, Math.floor(word.length / 3));
}

/** ` (did you mean "x"?)`, or nothing. */
export function suggestion(word: string, candidates: Iterable<string>): string {
  const near = nearest(word, candidates);
  return near === null ? '' : ` (did you mean "${near}"?)`;
}

const units = [
  ['Seconds', 'in seconds'],
  ['Ms', 'in milliseconds'],
  ['PerSecond', 'how many a second'],
  ['PerMinute', 'how many a minute'],
] as const;

/**
 * What a text is that stands where a number belongs, and how to write it: with a unit (`10s`), as a share (`10%`), or in
 * quotes. The text itself is not shown.
 *
 * @returns `null` when a number is not wanted, or the text holds none.
 */
export function misspeltNumber(shape: Shape, text: string, path: KeyPath): string | null {
  if (![shape, ...(shape.anyOf ?? [])].some(({ type }) => type === 'number' || type === 'integer')) return null;
  const [, digits, rest] = /^\s*[-+]?(\d[\d.,_ ]*)\s*(\D*)$/.exec(text) ?? [];
  if (digits === undefined || rest === undefined) return null;
  if (rest === '') return 'a text that holds a number: write it in digits and one point, without quotes';
  if (rest.trim() === '%') return 'a percentage: write it as a share, 0.1 for 10%';
  const unit = unitOf(path);
  return unit === null
    ? 'a number with a unit: write the number alone'
    : `a number with a unit: write the number alone, ${unit}`;
}

/** The unit that the innermost key with one in its name states. */
function unitOf(path: KeyPath): string | null {
  for (const key of path.toReversed()) {
    const [, unit] = units.findLast(([ending]) => String(key).endsWith(ending)) ?? [];
    if (unit !== undefined) return unit;
  }
  return null;
}
