/**
 * Whether no careful service would change a text before it keeps it: no spaces at its ends, no markup, no control or
 * formatting characters, and composed as text is usually typed. What has any of these may be trimmed or cleaned.
 */
function isPlainText(text: string): boolean {
  return text === text.trim() && !/[\p{Cc}\p{Cf}<>]/u.test(text) && text === text.normalize('NFC');
}

/** As `isPlainText`, for every text anywhere in a JSON value. */
export function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return isPlainText(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isPlain);
}
