import type { KeyPath } from './profileProblem.ts';
import type { Shape } from './schemaWords.ts';

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
  if (!takesNumber(shape)) return null;
  const [, digits, rest] = /^\s*[-+]?(\d[\d.,_ ]*)\s*(\D*)$/.exec(text) ?? [];
  if (digits === undefined || rest === undefined) return null;
  if (rest === '' && /^\d{16,}$/.test(digits)) return 'a number with too many digits';
  if (rest === '') return 'a text that holds a number: write it in digits and one point, without quotes';
  if (rest.trim() === '%') return 'a percentage: write it as a share, 0.1 for 10%';
  const unit = unitOf(path);
  return unit === null
    ? 'a number with a unit: write the number alone'
    : `a number with a unit: write the number alone, ${unit}`;
}

function takesNumber({ type, anyOf = [] }: Shape): boolean {
  return type === 'number' || type === 'integer' || anyOf.some(takesNumber);
}

/** The unit that the innermost key with one in its name states. */
function unitOf(path: KeyPath): string | null {
  for (const key of path.toReversed()) {
    const [, unit] = units.findLast(([ending]) => String(key).endsWith(ending)) ?? [];
    if (unit !== undefined) return unit;
  }
  return null;
}
