/**
 * A text as it is compared: whoever stores texts may put them in one normal form (Unicode, line ends), trim them, and
 * leave out controls that change the direction of what stands beside them. Everything else is the text.
 */
export function comparable(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .normalize('NFC')
    .trim();
}

export function isSameText(a: string, b: string): boolean {
  return a === b || comparable(a) === comparable(b);
}
