import { suggestion } from '../misspelt.ts';
import type { KeyPath, Problem } from './profileProblem.ts';
import { expected, kindOf, type Shape } from './schemaWords.ts';

/** What is said of a key that profiles do not have. */
export const noKey = 'is not a key of a profile';

/**
 * Fills every absent key from its default, and collects all problems on the way: one pass over schema and value.
 * Without a problem the outcome satisfies the schema; what is wrong gives way to its default or
 * first example, so that the rest can be judged.
 *
 * Messages never show a text that the profile holds: it may come from the environment, and be a secret.
 */
export function complete(shape: Shape, value: unknown, path: KeyPath, problems: Problem[]): unknown {
  const standard = () => {
    const stand = shape.default ?? shape.examples?.[0];
    return stand === undefined ? undefined : complete(shape, structuredClone(stand), path, []);
  };
  const report = (message: string, got = ''): unknown => {
    problems.push({ path, message, got });
    return standard();
  };
  // A mapping whose keys are all commented out is `null` in YAML.
  const emptyBlock = value === null && (shape.type === 'object' || shape.discriminator !== undefined);
  if (value === undefined || (emptyBlock && shape.default !== undefined)) {
    if (shape.default === undefined) return report(`is missing: ${expected(shape)}`);
    return complete(shape, structuredClone(shape.default), path, problems);
  }
  if (shape.anyOf !== undefined) {
    const variant = shape.discriminator ? taggedVariant(shape, value) : shape.anyOf.find((each) => fits(each, value));
    if (typeof variant === 'string') return report(variant);
    return variant === undefined
      ? report(mismatch(shape, value), describe(shape, value, path))
      : complete(variant, value, path, problems);
  }
  if (!fits(shape, value)) return report(mismatch(shape, value), describe(shape, value, path));
  // A shape that says nothing takes anything as it is.
  if (shape.type === undefined) return value;
  if (Array.isArray(value)) return completeList(shape, value, path, problems);
  if (isMapping(value)) return completeMapping(shape, value, path, problems);
  return value;
}

function completeList(shape: Shape, items: readonly unknown[], path: KeyPath, problems: Problem[]): unknown[] {
  if (items.length < (shape.minItems ?? 0)) {
    problems.push({ path, message: `needs at least ${shape.minItems}` });
  }
  const item = shape.items;
  return items.map((each, index) => (item === undefined ? each : complete(item, each, [...path, index], problems)));
}

function completeMapping(
  shape: Shape,
  value: Readonly<Record<string, unknown>>,
  path: KeyPath,
  problems: Problem[],
): Record<string, unknown> {
  const known = shape.properties ?? {};
  const patterns = Object.entries(shape.patternProperties ?? {});
  const filled: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(known, key)) continue;
    const [, pattern] = patterns.find(([source]) => new RegExp(source, 'u').test(key)) ?? [];
    if (pattern !== undefined) {
      define(filled, key, complete(pattern, value[key], [...path, key], problems));
      continue;
    }
    const near = withoutSpace(key, known) || suggestion(key, Object.keys(known));
    const hint = near || (patterns.length > 0 ? '' : `; known here: ${Object.keys(known).join(', ')}`);
    problems.push({ path: [...path, key], message: `${noKey}${hint}` });
  }
  for (const [key, member] of Object.entries(known)) {
    const present = Object.hasOwn(value, key) ? value[key] : undefined;
    filled[key] = complete(member, present, [...path, key], problems);
  }
  return filled;
}

/** The variant that the tag names, `undefined` when the value is no mapping, or what is wrong with the tag. */
function taggedVariant(shape: Shape, value: unknown): Shape | string | undefined {
  const tag = shape.discriminator?.propertyName ?? '';
  if (!isMapping(value)) return undefined;
  const variants = shape.anyOf ?? [];
  const wanted = value[tag];
  const chosen = variants.find(({ properties }) => {
    const constant = properties?.[tag];
    return wanted === undefined ? constant?.default !== undefined : constant?.const === wanted;
  });
  if (chosen !== undefined) return chosen;
  const tags = variants.map(({ properties }) => String(properties?.[tag]?.const));
  const near = typeof wanted === 'string' ? suggestion(wanted, tags) : '';
  return `needs \`${tag}\` to be one of ${tags.join(', ')}${near}`;
}

/** Whether the value alone is what the shape wants; members of lists and mappings are judged one by one. */
function fits(shape: Shape, value: unknown): boolean {
  if (shape.const !== undefined) return value === shape.const;
  if (shape.enum !== undefined) return shape.enum.includes(value);
  if (shape.anyOf !== undefined && shape.discriminator === undefined)
    return shape.anyOf.some((each) => fits(each, value));
  if (shape.type === undefined) return true;
  if (shape.type !== kindOf(value) && !(shape.type === 'number' && kindOf(value) === 'integer')) return false;
  if (typeof value === 'number') {
    return (
      Number.isFinite(value) &&
      value >= (shape.minimum ?? -Infinity) &&
      value <= (shape.maximum ?? Infinity) &&
      value > (shape.exclusiveMinimum ?? -Infinity)
    );
  }
  if (typeof value === 'string') {
    const { minLength = 0, maxLength = Infinity, pattern = '' } = shape;
    return value.length >= minLength && value.length <= maxLength && new RegExp(pattern, 'u').test(value);
  }
  return true;
}

function mismatch(shape: Shape, value: unknown): string {
  if (shape.errorMessage !== undefined) return shape.errorMessage;
  const words = (shape.anyOf ?? [shape]).flatMap((each) => each.enum ?? []).filter((word) => typeof word === 'string');
  const near = typeof value === 'string' ? suggestion(value, words) : '';
  return `${expected(shape)}${near}`;
}

function describe(shape: Shape, value: unknown, path: KeyPath): string {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  if (typeof value === 'string')
    return value === '' ? 'an empty text' : (misspeltNumber(shape, value, path) ?? 'a text');
  return Array.isArray(value) ? 'a list' : 'a mapping';
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return kindOf(value) === 'object';
}

/** Sets an own property whatever its name is, `__proto__` included. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

const units = [
  ['Seconds', 'in seconds'],
  ['Ms', 'in milliseconds'],
  ['PerSecond', 'how many a second'],
  ['PerMinute', 'how many a minute'],
] as const;

/**
 * What a text is that stands where a number belongs, and how to write it: with a unit (`10s`), as a share (`10%`), or in
 * quotes. The text itself is not shown.
 *
 * @returns `null` when a number is not wanted, or the text holds none.
 */
function misspeltNumber(shape: Shape, text: string, path: KeyPath): string | null {
  if (!takesNumber(shape)) return null;
  const [, digits, rest] = /^\s*[-+]?(\d[\d.,_ ]*)\s*(\D*)$/.exec(text) ?? [];
  if (digits === undefined || rest === undefined) return null;
  if (rest === '' && /^\d{16,}$/.test(digits)) return 'a number with too many digits';
  if (rest === '') return 'a text that holds a number: write it in digits and one point, without quotes';
  if (rest.trim() === '%') return 'a percentage: write it as a share, 0.1 for 10%';
  const unit = unitOf(path);
  return unit === null
    ? 'a number with a unit: write the number alone'
    : `a number with a unit: write the number alone, ${unit}`;
}

function takesNumber({ type, anyOf = [] }: Shape): boolean {
  return type === 'number' || type === 'integer' || anyOf.some(takesNumber);
}

/** The unit that the innermost key with one in its name states. */
function unitOf(path: KeyPath): string | null {
  for (const key of path.toReversed()) {
    const [, unit] = units.findLast(([ending]) => String(key).endsWith(ending)) ?? [];
    if (unit !== undefined) return unit;
  }
  return null;
}

/** What `{durationSeconds:12}` lacks: without a space after it a colon is part of the key. */
function withoutSpace(key: string, known: object): string {
  const [name = '', ...rest] = key.split(':');
  return rest.length > 0 && Object.hasOwn(known, name) ? ` (a space is missing: \`${name}: ${rest.join(':')}\`)` : '';
}
