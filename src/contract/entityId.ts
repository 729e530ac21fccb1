import Type from 'typebox';
import { rawJSON } from './jsonShape.ts';

const longDigits = /^-?\d{16,}$/;

/** An id of the service: a number, or the text of its digits where a number cannot hold it. */
export const EntityId = Type.Union([Type.Integer(), Type.String({ pattern: longDigits.source })]);
export type EntityId = Type.Static<typeof EntityId>;

/** Whether a value of `parsedExactly` is an id. */
export function isEntityId(value: unknown): value is EntityId {
  return typeof value === 'number' || (typeof value === 'string' && longDigits.test(value));
}

/** The id that a text of digits is. */
export function entityIdOf(digits: string): EntityId {
  const id = Number(digits);
  return Number.isSafeInteger(id) || !longDigits.test(digits) ? id : digits;
}

/** The smaller id first; those that a number cannot hold come last. */
export function byId(a: EntityId, b: EntityId): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'number') return -1;
  if (typeof b === 'number') return 1;
  return a < b ? -1 : Number(a > b);
}

/** What may be a number of so many digits: those within a text seldom stand behind a colon or a comma. */
const longNumber = /[:,[]\s*-?\d{16}/;

/** What was made of a text, as its reader asks for it again and again; one without such numbers is looked through once. */
const exactly = new WeakMap<object, unknown>();

/**
 * A JSON text with the text of its digits in place of each integer that a number cannot hold, so that ids of any size
 * can be told apart and sent again.
 *
 * @param parsed what the parser made of it: given back where there is no such integer.
 */
export function parsedExactly(text: string, parsed: unknown): unknown {
  if (typeof parsed !== 'object' || parsed === null) return parsed;
  const known = exactly.get(parsed);
  if (known !== undefined) return known;
  const exact: unknown = longNumber.test(text) ? JSON.parse(text, asExact) : parsed;
  exactly.set(parsed, exact);
  return exact;
}

function asExact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source ?? '';
  return typeof value === 'number' && !Number.isSafeInteger(value) && longDigits.test(source) ? source : value;
}

/** JSON as it is sent: members whose name says that they are ids are numbers, of whatever size. */
export function exactJson(value: unknown): string {
  return JSON.stringify(value, asNumber);
}

function asNumber(name: string, value: unknown): unknown {
  return name.endsWith('ID') && typeof value === 'string' && longDigits.test(value) ? rawJSON(value) : value;
}
