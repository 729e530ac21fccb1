import { decodeHTML } from 'entities';
import { tokensIn } from './tokens.ts';

/** What a text may be cut before, where nothing of it is left; the rarest first. */
const cutBefore = [
  ['cut-at-emoji', /[\u{10000}-\u{10FFFF}]/u],
  ['cut-at-letter', /\P{ASCII}/u],
  ['cut-at-break', /[\r\n]/],
  ['cut-at-quote', /["']/],
  ['cut-at-markup', /[<&]/],
] as const;

/** Changes that a text may come back with, each as what makes the given one and the other the same. */
const changes = [
  ['with-other-breaks', (text) => text.replaceAll(/\r\n?/g, '\n')],
  ['trimmed', (text) => text.trim()],
  ['with-other-spaces', (text) => text.replaceAll(/\s+/g, ' ').trim()],
  ['with-other-case', (text) => text.toLowerCase()],
  ['with-other-accents', (text) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '')],
  ['escaped', (text) => decodeHTML(decodeHTML(text))],
  ['with-slashes', (text) => text.replaceAll('\\', '')],
  ['without-emoji', (text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]|\uFE0F|\uFFFD|\?/gu, '')],
  ['without-letters', (text) => text.replaceAll(/[^\x20-\x7E]|\?/gu, '')],
  ['without-marks', (text) => text.replaceAll(/[^\p{L}\p{N}]/gu, '')],
] as const satisfies readonly (readonly [string, (text: string) => string])[];

/** What became of a text, from the most exact word to the most general; none where it is another text altogether. */
export function textChange(given: string, came: string): string[] {
  if (came === '') return ['missing'];
  if (given.startsWith(came)) {
    const at = cutBefore.flatMap(([word, sign]) => (startOf(given, sign) === came.trimEnd() ? [word] : []));
    return [...at, 'cut'];
  }
  if (given.endsWith(came)) return ['without-start'];
  if (given === Buffer.from(came, 'latin1').toString()) return ['in-latin'];
  const found = changes.flatMap(([word, same]) => (same(given) === same(came) ? [word] : []));
  if (found.length === 0 && areOfOneQuestion(given, came)) return ['earlier'];
  return found.map((word) => (word === 'escaped' && came.length < given.length ? 'unescaped' : word));
}

/** Whether one respondent gave both to one question: texts begin with the mark of who gave them, and end with their key. */
function areOfOneQuestion(given: string, came: string): boolean {
  const ownerOf = (text: string): string => `${tokensIn(text)[0]} ${/ t_\d+$/.exec(text)}`;
  return tokensIn(given).length > 0 && / t_\d+$/.test(given) && ownerOf(given) === ownerOf(came);
}

/** What stands before the first of such signs, as whoever stores texts may trim it. */
function startOf(text: string, sign: RegExp): string | null {
  const at = text.search(sign);
  return at < 0 ? null : text.slice(0, at).trimEnd();
}

/** Letters that are shown on each side of a cut. */
export const lettersBeside = 30;

/** What is left of a text that was cut: where it ends, and what does not come any more. */
export function cutWords(given: string, came: string): string {
  const end = came.length > lettersBeside ? `…${came.slice(-lettersBeside)}` : came;
  const next = given.slice(came.length, came.length + lettersBeside);
  return `only the first ${came.length} of ${given.length} characters are stored, up to ${JSON.stringify(end)}; ${JSON.stringify(next)} is what comes next`;
}

/** What each of them is called, after what it is said of: `Texts … are stored cut before an emoji`. */
export const textChangeWords: Readonly<Record<string, string>> = {
  cut: 'cut',
  'cut-at-emoji': 'cut before the first emoji',
  'cut-at-letter': 'cut before the first letter beyond ASCII',
  'cut-at-break': 'cut at the first line break',
  'cut-at-quote': 'cut at a quotation mark',
  'cut-at-markup': 'cut at the first “<” or “&”',
  'without-start': 'without their beginning',
  'with-other-breaks': 'with other line breaks',
  trimmed: 'without the blanks at their ends',
  'with-other-spaces': 'with other blanks',
  'with-other-case': 'with other capitals',
  'with-other-accents': 'with other accents',
  escaped: 'escaped as HTML',
  unescaped: 'with HTML unescaped',
  'with-slashes': 'with other backslashes',
  'in-latin': 'in a wrong character set',
  'without-emoji': 'without their emoji',
  'without-letters': 'without their letters beyond ASCII',
  'without-marks': 'with other signs',
  earlier: 'as they were before they were changed',
};
