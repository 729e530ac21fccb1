import { isRecord, parseJson } from '../../contract/jsonShape.ts';

/** An object of JSON under change. */
export type Members = Record<string, unknown>;

/** What a change says of itself in faults, after the name of what it changes: `is in lower case`. */
interface Said {
  readonly words?: string | undefined;
}

/** Changes an object in place; false says that there was nothing to change. */
export interface Edit extends Said {
  (members: Members): unknown;
}

/** What becomes of a value. */
export interface Change<Before, After = unknown> extends Said {
  (before: Before): After;
}

/** Gives a change its words. */
export function said<Before, After>(
  change: (before: Before) => After,
  words: string | undefined,
): Change<Before, After> {
  return Object.assign((before: Before) => change(before), { words });
}

/** The object at a path of a body; an empty one where there is none, so that a change to it is lost. */
export function at(body: Members, ...path: readonly string[]): Members {
  let current = body;
  for (const name of path) {
    const next = current[name];
    current = isRecord(next) ? next : {};
  }
  return current;
}

/** The elements of an array member that are objects. */
export function elements(members: Members, name: string): Members[] {
  const value = members[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** A copy of what becomes JSON, down to its texts and numbers; `structuredClone` takes many times as long. */
export function copied<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copied) as Value;
  if (!isRecord(value)) return value;
  const copy: Members = {};
  for (const name of Object.keys(value)) copy[name] = copied(value[name]);
  return copy as Value;
}

/** A JSON text as an object; undefined when it is none, for instance through another fault. */
export function parsedMembers(text: unknown): Members | undefined {
  const value = parseJson(String(text));
  return isRecord(value) ? value : undefined;
}

/** Puts another value in the place of the member at a path: `meta.isFinalPage`. */
export function convert(path: string, change: Change<unknown>): Edit {
  return on(path, `${path} ${change.words ?? 'is another'}`, (parent, name) => {
    parent[name] = change(parent[name]);
  });
}

export function set(path: string, value: unknown): Edit {
  return convert(
    path,
    said(() => value, `is ${shortened(`${JSON.stringify(value)}`)}`),
  );
}

/** Long enough to tell one value from another. */
const longestWords = 60;

function shortened(text: string): string {
  return text.length > longestWords ? `${text.slice(0, longestWords)}…` : text;
}

/** Gives an object some members at a path, or itself where there is none. */
export function add(more: Members, path?: string): Edit {
  const edit: Edit = said((members) => Object.assign(members, copied(more)), `has ${Object.keys(more).join(', ')}`);
  return path === undefined ? edit : within(path, edit);
}

export function drop(path: string): Edit {
  return on(path, `${path} is missing`, (parent, name) => delete parent[name]);
}

/** A change of texts: the first of what is looked for, or every match of a pattern that is global, becomes another. */
export function replaced(sought: string | RegExp, by: string): Change<string, string> {
  return said((text) => text.replace(sought, by), `has ${JSON.stringify(by)} for ${sought}`);
}

/** A change of texts: what is beyond so many characters is lost; of those at the end, where the number is negative. */
export function cutTo(length: number): Change<string, string> {
  return said((text) => text.slice(0, length), length < 0 ? 'lacks its end' : `is cut to ${length} characters`);
}

/** A change of texts: half of it is lost. */
export const halved = said((text: string) => text.slice(0, text.length >> 1), 'is cut to its half');

export const lower = said((text: string) => text.toLowerCase(), 'is in lower case');

export const capitals = said((text: string) => text.toUpperCase(), 'is in capitals');

export const trim = said((text: string) => text.trim(), 'lacks the blanks at its ends');

/** A change of numbers: the sign is lost. */
export const unsigned = said((value: unknown) => Math.abs(Number(value)), 'has no sign');

/** A change of numbers. */
export function plus(difference: number): Change<unknown, number> {
  return said(
    (value) => Number(value) + difference,
    `is ${Math.abs(difference)} too ${difference < 0 ? 'low' : 'high'}`,
  );
}

/** Changes what is at a path where it is a text. */
export function rewrite(path: string, change: Change<string>): Edit {
  return on(path, `${path} ${change.words ?? 'is another'}`, (parent, name) => {
    const before = parent[name];
    if (typeof before === 'string') parent[name] = change(before);
  });
}

/** Changes every member of the object at a path. */
export function convertAll(path: string, change: Change<unknown>): Edit {
  const edit = (members: Members): void => {
    for (const [name, value] of Object.entries(members)) members[name] = change(value);
  };
  return within(path, said(edit, `each ${change.words ?? 'is another'}`));
}

/** Changes every text among the members of the object at a path. */
export function rewriteAll(path: string, change: Change<string>): Edit {
  return convertAll(
    path,
    said((value) => (typeof value === 'string' ? change(value) : value), change.words),
  );
}

/** Exchanges two members. */
export function swap(one: string, other: string): Edit {
  return said(
    (members) => Object.assign(members, { [one]: members[other], [other]: members[one] }),
    `${one} and ${other} are exchanged`,
  );
}

/** Puts the members of the object at a path of a body where `response` was. */
export function flatten(path: string): Edit {
  const edit = (body: Members): void => {
    Object.assign(body, at(body, ...path.split('.')));
    delete body.response;
  };
  return said(edit, `the members of ${path} stand at the top`);
}

/** An edit of the object at a path. */
export function within(path: string, edit: Edit): Edit {
  const names = path.split('.');
  return said((members) => edit(at(members, ...names)), `${path}: ${edit.words ?? 'is another'}`);
}

/** An edit of each object in an array. */
export function every(name: string, edit: Edit): Edit {
  const editAll = (members: Members): void => {
    for (const element of elements(members, name)) edit(element);
  };
  return said(editAll, `each of ${name}: ${edit.words ?? 'is another'}`);
}

function on(path: string, words: string, change: (parent: Members, name: string) => unknown): Edit {
  const names = path.split('.');
  const last = names.pop() ?? '';
  return said((members) => change(at(members, ...names), last), words);
}
