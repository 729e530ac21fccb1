/** Letters that mean nothing to a shell. */
const plain = /^[\w@%+=:,./-]+$/;

/** `text` as one word of a POSIX shell, in quotes only where it must be. */
export function shellWord(text: string): string {
  return plain.test(text) ? text : quoted(text);
}

/** `text` in quotes, as one word of a POSIX shell, whatever is in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`;
}
