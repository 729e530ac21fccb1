import type { RunResult } from './runResult.ts';
import type { WitnessStep } from './verdict.ts';

/** A key in a witness is named, never shown: how it is written there and in a script, and how it is made of the good one. */
type KeyForm = readonly [shell: string, of: (key: string) => string];

/** Keys that are nearly the good one: longer, shorter, with a word behind, in other letters. */
const nearKeys: readonly KeyForm[] = [
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: expressions of the shell
  ['${CANVASS_API_KEY}x', (key) => `${key}x`],
  ['x${CANVASS_API_KEY}', (key) => `x${key}`],
  ['${CANVASS_API_KEY} x', (key) => `${key} x`],
  ['${CANVASS_API_KEY%?}', (key) => key.slice(0, -1)],
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: expressions of the shell
  ['$(printf %s "$CANVASS_API_KEY" | tr a-z A-Z)', (key) => key.toUpperCase()],
  ['$(printf %s "$CANVASS_API_KEY" | tr A-Z a-z)', (key) => key.toLowerCase()],
];

/** A key of no characters: a header with nothing in it, which is not no header. */
export const emptyKeyName = '$CANVASS_NO_KEY';

/** Keys that are known by a name of their own. */
export interface NamedKeys {
  readonly valid: string;
  /** `null` where there is none. */
  readonly second: string | null;
  readonly forbidden: string | null;
}

/** The key that requests carry where nothing else is said. */
export const usualKeyName = '$CANVASS_API_KEY';
/** Another valid key. */
const second = '$CANVASS_SECOND_KEY';
/** A valid key without permission. */
export const forbiddenKeyName = '$CANVASS_FORBIDDEN_KEY';

/** The name of a key that a request carried; `null` for one that is none of the run's, or not any more. */
export function nameOfKey(key: string, keys: NamedKeys): string | null {
  if (key === keys.valid) return usualKeyName;
  if (key === '') return emptyKeyName;
  if (key === keys.second) return second;
  if (key === keys.forbidden) return forbiddenKeyName;
  return nearKeys.find(([, of]) => key === of(keys.valid))?.[0] ?? null;
}

/** The key of a name; `null` where the run has none of that name, the text itself where it is no name. */
export function keyOfName(name: string, keys: NamedKeys): string | null {
  if (name === usualKeyName) return keys.valid;
  if (name === emptyKeyName) return '';
  if (name === second) return keys.second;
  if (name === forbiddenKeyName) return keys.forbidden;
  return nearKeys.find(([shell]) => shell === name)?.[1](keys.valid) ?? name;
}

/** Whether a recorded request carries the usual key: it is named only where another key was sent, or none. */
export function hasUsualKey({ headers: { 'api-key': key = usualKeyName } }: Pick<WitnessStep, 'headers'>): boolean {
  return key === usualKeyName;
}

/** Whether a recorded request has the service expire the key in use. */
export function expiresKey(step: Pick<WitnessStep, 'endpoint' | 'headers'>): boolean {
  return step.endpoint === 'regenerate-key' && hasUsualKey(step);
}

/**
 * Which key a recorded request carries, once the usual one was replaced: a session keeps the key that it began with, but
 * for requests that say otherwise. `null` of any other key, and where none was replaced before.
 */
export function replacedKey(steps: readonly WitnessStep[], at: number): 'expired' | 'new' | null {
  const step = steps[at];
  const replacing = steps.slice(0, at).findLastIndex((each) => expiresKey(each) && each.response.httpStatus < 400);
  if (step === undefined || replacing === -1 || !hasUsualKey(step)) return null;
  const isOlder = steps.slice(0, replacing + 1).some(({ session }) => session === step.session);
  return isOlder && step.headers['api-key'] === undefined ? 'expired' : 'new';
}

/** Whether a run had the service replace an API key. */
export function hasReplacedKey({ endpoints }: Pick<RunResult, 'endpoints'>): boolean {
  const { httpStatuses = {} } = endpoints.find(({ endpoint }) => endpoint === 'regenerate-key') ?? {};
  return Object.entries(httpStatuses).some(([status, count]) => status.startsWith('2') && count > 0);
}

/** What is to be said of a key by its name, `undefined` of one that nobody named; nothing of the usual one. */
export function keyWords(name: string | undefined): string {
  if (name === undefined || name === usualKeyName) return '';
  if (name === '' || name === emptyKeyName) return 'without an API key';
  if (name === forbiddenKeyName) return 'with an API key without permission';
  return name === second ? 'with another valid API key' : 'with a wrong API key';
}

/** The variables of the environment that a script needs for the keys of these steps, beside the usual one. */
export function variablesOfKeys(steps: readonly Pick<WitnessStep, 'headers'>[]): string[] {
  return [...new Set(steps.flatMap(({ headers }) => variableOfKey(headers['api-key'] ?? '') ?? []))];
}

/** The variable of the environment that a script needs for a key of this name; `null` for none but the usual one. */
function variableOfKey(name: string): string | null {
  return name === second || name === forbiddenKeyName ? name.slice(1) : null;
}

/** Whether a text is the name of a key, which the shell may read as an expression of its own. */
export function isKeyName(text: string): boolean {
  return text === usualKeyName || variableOfKey(text) !== null || nearKeys.some(([shell]) => shell === text);
}
