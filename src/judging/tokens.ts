import { randomInt } from 'node:crypto';

/**
 * The mark that every free text of a respondent carries, so that a text which turns up elsewhere names its owner:
 * `cvs-<run>-<index, base 36>-<two check characters>`. Letters, digits and hyphens only: no escaping changes it.
 */
export const tokenPrefix = 'cvs-';

/** Stands in the text that shows whether markup of respondents comes alive. */
export const markedText = 'cvs-mark';
/** Markup that a respondent types; in a page's `html` it must come back escaped. */
export const liveMarkup = `<${markedText}>`;
/** What every text begins with that marks a resource as made by canvass. */
export const markerStart = 'canvass-';

/** What all that one run creates has in common: its `custom1`, wherever that is not what is being tested. */
export function runMarkOf(runTag: string): string {
  return `${markerStart}${runTag}`;
}

/** Whether a text marks all that a run created, not one thing of it. */
export function isRunMark(text: string): boolean {
  return /^canvass-[0-9a-z]{8}$/.test(text);
}

const form = /cvs-([0-9a-z]{4,8})-([0-9a-z]{1,10})-([0-9a-z]{2})(?![0-9a-z])/g;

/** What tells the tokens of one run from those of every other: eight lower-case letters and digits. */
export function newRunTag(): string {
  return randomInt(36 ** 8)
    .toString(36)
    .padStart(8, '0');
}

/** The token of respondent `index` of the run. */
export function tokenOf(runTag: string, index: number): string {
  const base = `${runTag}-${index.toString(36)}`;
  return `${tokenPrefix}${base}-${checkOf(base)}`;
}

/** Whether a token, whole or cut, may stand in a text. */
export function mayHoldToken(text: string): boolean {
  return text.includes(tokenPrefix);
}

/** The first whole token in a text that is not `own`; `null` when there is none. A token cut short counts for nothing. */
export function foreignToken(text: string, own: string): string | null {
  if (!mayHoldToken(text)) return null;
  for (const [token, runTag, index, check] of text.matchAll(form)) {
    if (token !== own && check === checkOf(`${runTag}-${index}`)) return token;
  }
  return null;
}

/** The whole tokens in a text, whosever they are. */
export function tokensIn(text: string): readonly string[] {
  return text.match(form) ?? [];
}

/** A text in which every whole token, whoever's it was, is `own`. */
export function withOwnToken(text: string, own: string): string {
  return text.replace(form, own);
}

/** The whole tokens of one run in a text, in their order. */
export function tokensOfRun(text: string, runTag: string): readonly string[] {
  if (!text.includes(tokenPrefix)) return [];
  return [...text.matchAll(form)].flatMap(([token, run, index, check]) =>
    run === runTag && check === checkOf(`${run}-${index}`) ? [token] : [],
  );
}

/** The part of a token of the run in the middle of which a text ends: it was cut there. Null when it does not. */
export function cutTokenIn(text: string, runTag: string): string | null {
  const at = text.lastIndexOf(tokenPrefix);
  if (at < 0) return null;
  const rest = text.slice(at);
  const start = `${tokenPrefix}${runTag}-`;
  if (!/^[0-9a-z-]*$/.test(rest) || tokensOfRun(rest, runTag).length > 0) return null;
  return start.startsWith(rest) || rest.startsWith(start) ? rest : null;
}

function checkOf(base: string): string {
  return (hash(base) % 1296).toString(36).padStart(2, '0');
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
