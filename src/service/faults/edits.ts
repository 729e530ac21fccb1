import { isRecord } from '../../contract/jsonShape.ts';

/** An object of JSON under change. */
export type Members = Record<string, unknown>;

/** Changes an object in place; false says that there was nothing to change. */
export type Edit = (members: Members) => unknown;

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
  try {
    const value: unknown = JSON.parse(String(text));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Puts another value in the place of the member at a path: `meta.isFinalPage`. */
export function convert(path: string, change: (before: unknown) => unknown): Edit {
  return on(path, (parent, name) => {
    parent[name] = change(parent[name]);
  });
}

export function set(path: string, value: unknown): Edit {
  return convert(path, () => value);
}

/** Gives an object some members at a path, or itself where there is none. */
export function add(more: Members, path?: string): Edit {
  const edit: Edit = (members) => Object.assign(members, copied(more));
  return path === undefined ? edit : within(path, edit);
}

export function drop(path: string): Edit {
  return on(path, (parent, name) => delete parent[name]);
}

/** A change of texts: the first of what is looked for, or every match of a pattern that is global, becomes another. */
export function replaced(sought: string | RegExp, by: string): (text: string) => string {
  return (text) => text.replace(sought, by);
}

/** A change of texts: what is beyond so many characters is lost. */
export function cutTo(length: number): (text: string) => string {
  return (text) => text.slice(0, length);
}

export function lower(text: string): string {
  return text.toLowerCase();
}

export function trim(text: string): string {
  return text.trim();
}

/** A change of numbers: the sign is lost. */
export function unsigned(value: unknown): number {
  return Math.abs(Number(value));
}

/** A change of numbers. */
export function plus(difference: number): (value: unknown) => number {
  return (value) => Number(value) + difference;
}

/** Changes the text at a path; what is no text becomes one. */
export function convertText(path: string, change: (before: string) => string): Edit {
  return convert(path, (before) => change(String(before)));
}

/** Changes what is at a path where it is a text. */
export function convertIfText(path: string, change: (before: string) => string): Edit {
  return on(path, (parent, name) => {
    const before = parent[name];
    if (typeof before === 'string') parent[name] = change(before);
  });
}

/** Changes every member of the object at a path. */
export function convertAll(path: string, change: (before: unknown) => unknown): Edit {
  return within(path, (members) => {
    for (const [name, value] of Object.entries(members)) members[name] = change(value);
  });
}

/** Changes every text among the members of the object at a path. */
export function convertTexts(path: string, change: (before: string) => string): Edit {
  return convertAll(path, (value) => (typeof value === 'string' ? change(value) : value));
}

/** Exchanges two members. */
export function swap(one: string, other: string): Edit {
  return (members) => Object.assign(members, { [one]: members[other], [other]: members[one] });
}

/** Puts the members of the object at a path of a body where `response` was. */
export function flatten(path: string): Edit {
  return (body) => {
    Object.assign(body, at(body, ...path.split('.')));
    delete body.response;
  };
}

/** An edit of the object at a path. */
export function within(path: string, edit: Edit): Edit {
  return (members) => edit(at(members, ...path.split('.')));
}

/** An edit of each object in an array. */
export function every(name: string, edit: Edit): Edit {
  return (members) => {
    for (const element of elements(members, name)) edit(element);
  };
}

function on(path: string, change: (parent: Members, name: string) => unknown): Edit {
  const names = path.split('.');
  const last = names.pop() ?? '';
  return (members) => change(at(members, ...names), last);
}
