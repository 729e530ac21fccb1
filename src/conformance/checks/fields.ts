import type { ClauseId } from '../../contract/clauses/catalogue.ts';
import { type Judge, shown } from '../ledger/judge.ts';

const kinds = {
  string: (value: unknown) => typeof value === 'string',
  integer: (value: unknown) => Number.isInteger(value),
  number: (value: unknown) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value: unknown) => typeof value === 'boolean',
  object: (value: unknown) => isObject(value),
  array: (value: unknown) => Array.isArray(value),
  'string or null': (value: unknown) => value === null || typeof value === 'string',
  'array of strings': (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  'string URL': (value: unknown) => typeof value === 'string' && isUrl(value),
  present: (value: unknown) => value !== undefined,
} as const;

/** One cell of a table of the document: a member, its type, the clause that promises it. */
export interface FieldRule {
  /** Members from the object that is judged, separated by dots. */
  readonly path: string;
  readonly kind: keyof typeof kinds;
  readonly clause: ClauseId;
  /** The member may be absent. */
  readonly optional?: true;
}

/** Judges every cell of a table against one object. @returns whether all of them hold. */
export function judgeFields(judge: Judge, object: unknown, rules: readonly FieldRule[], where: string): boolean {
  let all = true;
  for (const { path, kind, clause, optional } of rules) {
    const value = memberOf(object, path);
    if (optional === true && value === undefined) continue;
    const holds = judge.expect(
      clause,
      kinds[kind](value),
      `${where}${path} is ${kind}`,
      () => `${where}${path}: ${shown(value)}`,
    );
    all = holds && all;
  }
  return all;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member at a path of dots, `undefined` where there is none. */
export function memberOf(object: unknown, path: string): unknown {
  let value = object;
  for (const name of path.split('.')) {
    if (!isObject(value)) return undefined;
    value = value[name];
  }
  return value;
}

/** A URL, absolute or relative to the host. */
function isUrl(text: string): boolean {
  return text !== '' && !/\s/.test(text) && URL.canParse(text, 'http://host');
}
