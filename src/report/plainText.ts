/**
 * Control characters, line and paragraph separators, the marks that turn the direction of text, and those that nobody
 * sees: what hostile text could use to rewrite a terminal or to disguise itself. Joiners and soft hyphens stay, which words and emoji need.
 */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u00ad\u200c\u200d])\p{Cf}/gu;

/** `text` on one line, safe to print: each control character becomes a visible escape such as `\x1b`. */
export function oneLine(text: string): string {
  return text.replace(unprintable, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    if (character === '\t') return ' ';
    const code = character.codePointAt(0) ?? 0;
    if (code > 0xffff) return `\\u{${code.toString(16)}}`;
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** A value as JSON that reads back the same, without what `oneLine` takes away and what a runner takes for a command. */
export function jsonText(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent)
    .replace(unprintable, (character) => (character === '\n' ? character : escapedUnits(character)))
    .replace(legacyCommand, '#\\u0023');
}

function escapedUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** What some runners take for a command anywhere in a line: GitHub's `##[error]`, Azure's `##vso[…]`, TeamCity's `##teamcity[…]`. */
const legacyCommand = /##(?=\w*\[)/g;

/** A text that commands no runner of a CI system; GitHub's takes `::error::` where a line begins, after blanks too. */
export function withoutCommands(text: string): string {
  return text.replace(/^([^\S\r\n\u2028\u2029]*):(?=:)/gm, '$1: ').replace(legacyCommand, '# #');
}

/** `text` safe to print with its line breaks kept. */
export function severalLines(text: string): string {
  return text.replaceAll('\r\n', '\n').split('\n').map(oneLine).join('\n');
}

/** `text` with its first letter in upper case. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** `text` cut to at most `length` characters, where one is named, with an ellipsis where something was cut. */
export function cut(text: string, length = Number.POSITIVE_INFINITY): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, Math.max(0, length - 1)).join('')}…`;
}

/** `text` without its middle where it is longer than `length`, with how long it is: `nine … (4,000 characters) … nine`. */
export function cutInMiddle(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const said = ` … (${characters.length.toLocaleString('en-GB')} characters) … `;
  const kept = Math.max(2, length - said.length);
  return `${characters.slice(0, Math.ceil(kept / 2)).join('')}${said}${characters.slice(-Math.floor(kept / 2)).join('')}`;
}
