import { isRecord } from '../../contract/jsonShape.ts';

/** Whether a value says that there is none. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Whether what came is what was sent; what it has beside, and what it does not show, plays no part. */
export function holds(sent: unknown, came: unknown): boolean {
  if (isAbsent(sent)) return isAbsent(came);
  if (!isRecord(sent)) return sent === came;
  return (
    isRecord(came) &&
    Object.entries(sent).every(([name, value]) => came[name] === undefined || holds(value, came[name]))
  );
}

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

/** Whether a text is what a program writes where it has no value, and not a text of anybody's. */
export function isPlaceholder(text: string): boolean {
  return /^(?:null|undefined|none|nan|\[object \w+\])$/i.test(text.trim());
}

/** As `isPlaceholder`, where a URL is due: words for people are none either. */
export function isNoUrl(text: string): boolean {
  return isPlaceholder(text) || /^n\/?a$/i.test(text.trim());
}
