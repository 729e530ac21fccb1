/**
 * Control characters, line and paragraph separators, and the marks that turn the direction of text: what hostile
 * server text could use to rewrite a terminal or to disguise itself.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** `text` on one line, safe to print: each control character becomes a visible escape such as `\x1b`. */
export function oneLine(text: string): string {
  return text.replace(unprintable, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    if (character === '\t') return ' ';
    const code = character.charCodeAt(0);
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** `text` safe to print with its line breaks kept. */
export function severalLines(text: string): string {
  return text.replaceAll('\r\n', '\n').split('\n').map(oneLine).join('\n');
}

/** `text` with its first letter in upper case. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** `text` cut to at most `length` characters, with an ellipsis where something was cut. */
export function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, Math.max(0, length - 1)).join('')}…`;
}
