/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** Whether a parsed value is a JSON object. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; none of what is no list. */
export function objectsIn(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** A parsed value as JSON again, for people to read. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // A hostile body may be nested beyond what can be written.
    return 'JSON beyond all depth';
  }
}

/**
 * A parsed value as text: strings as they are, all else as JSON. What `String` makes of an object is up to members of the
 * object, and a hostile body has them.
 */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value);
}

/** All strings anywhere in a parsed value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The names of all members in a schema. */
export function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema ? Object.keys(schema.properties ?? {}) : [];
  return [...own, ...Object.values(schema).flatMap(namesIn)];
}

/** Lists and objects within each other that are read unless a profile says otherwise: ten times what any document needs. */
export const deepestJson = 100;

/**
 * Parses JSON of a service; `undefined` when it is no JSON, or nested deeper than `deepest`. The depth is looked at
 * first: the parser itself takes minutes for millions of brackets, and what is that deep breaks whoever walks it.
 *
 * @param bytes the text in UTF-8, for those who have it.
 */
export function parseJson(
  text: string,
  bytes: Uint8Array = new TextEncoder().encode(text),
  deepest = deepestJson,
): unknown {
  if (bytes.length > deepest && isDeeper(bytes, deepest)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the types do not know yet. */
export const { rawJSON, isRawJSON } = JSON as unknown as {
  readonly rawJSON: (text: string) => unknown;
  readonly isRawJSON: (value: unknown) => boolean;
};

/**
 * JSON that people are shown: written again, each number has the digits that it came with; {@link isNumberAsItCame} tells
 * those that a number of JavaScript would not have. `undefined` for what is no JSON, or nested too deep to be shown.
 */
export function jsonAsItCame(text: string): unknown {
  const parsed = parseJson(text);
  return typeof parsed === 'object' || typeof parsed === 'number' ? JSON.parse(text, asItCame) : parsed;
}

export function isNumberAsItCame(value: unknown): boolean {
  return isRawJSON(value);
}

function asItCame(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source ?? '';
  return typeof value === 'number' && source !== '' && source !== String(value) ? rawJSON(source) : value;
}

/** The members of the object in a JSON text; none of anything else. */
export function membersOf(text: string): Json {
  const value = parseJson(text);
  return isRecord(value) ? value : {};
}

/** Whether lists and objects are nested deeper than `deepest`. Linear. */
function isDeeper(json: Uint8Array, deepest: number): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const code = json[at] as number;
    if (code === 0x5c) at++;
    else if (code === 0x22) isText = !isText;
    else if (!isText) {
      // Brackets and braces differ in one bit.
      if ((code | 0x20) === 0x7b) {
        if (++depth > deepest) return true;
      } else if ((code | 0x20) === 0x7d) depth--;
    }
  }
  return false;
}
