import { isRecord } from '../../contract/jsonShape.ts';
import type { Members } from '../faults/edits.ts';

/** Orders that mean nothing: each gives another one, and loses nothing. */

/** In another order each time, drawn by nothing but a count, so that a run can be repeated. */
export function turning<Item>(): (items: readonly Item[]) => Item[] {
  let turn = 0;
  return (items) => {
    turn += 1;
    const at = items.length === 0 ? 0 : turn % items.length;
    return [...items.slice(at), ...items.slice(0, at)];
  };
}

export function reversed<Item>(items: readonly Item[]): Item[] {
  return [...items].reverse();
}

/** The members of every object, however deep, in another order. */
export function withMembers(value: unknown, order: (names: string[]) => string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => withMembers(each, order));
  if (!isRecord(value)) return value;
  return Object.fromEntries(order(Object.keys(value)).map((name) => [name, withMembers(value[name], order)]));
}

/** Puts the members of an object in place into another order. */
export function reorderInPlace(members: Members, order: (names: string[]) => string[]): void {
  const copy = { ...members };
  for (const name of Object.keys(members)) delete members[name];
  for (const name of order(Object.keys(copy))) members[name] = withMembers(copy[name], order);
}
