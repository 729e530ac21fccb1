import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tryResolveProfile } from '../../src/profile/resolveProfile.ts';
import { ProfileSchema, publishedSchema } from '../../src/profile/schema.ts';
import type { Shape } from '../../src/profile/schemaWords.ts';
import { keyRows } from './keyRows.ts';

test('profiles/profile.schema.json is what `canvass profile schema` prints (UPDATE_DOCS=1 writes it)', () => {
  const path = 'profiles/profile.schema.json';
  const printed = `${publishedSchema()}\n`;
  if (process.env.UPDATE_DOCS === '1') writeFileSync(path, printed);
  expect(readFileSync(path, 'utf8')).toBe(printed);
});

test('an editor asks for the base URL only', () => {
  const schema = JSON.parse(publishedSchema());
  expect(schema.required).toEqual(['target']);
  expect(schema.properties.target.required).toEqual(['baseUrl']);
  expect(schema.properties.load.anyOf[1].required).toEqual(['model']);
});

/** What each key of a mapping does not take: values of another kind, words that it does not know, numbers and texts out of bounds. */
function* slipsIn(shape: Shape, path: readonly string[]): Iterable<[key: string, value: unknown]> {
  const { discriminator, properties, anyOf = [shape], enum: words } = shape;
  if (shape.const !== undefined) return;
  if (properties !== undefined) {
    for (const [name, member] of Object.entries(properties)) yield* slipsIn(member, [...path, name]);
    return;
  }
  const key = path.join('.');
  yield [key, anyOf.some(({ type }) => type === 'array') ? 7 : [[]]];
  if (discriminator !== undefined) return yield [key, { [discriminator.propertyName]: 'no such kind' }];
  if (words !== undefined) yield [key, 'no such word'];
  if (anyOf.some(({ pattern }) => pattern !== undefined)) yield [key, '\n'];
  for (const { minimum, maximum, exclusiveMinimum, maxLength, minLength = 0 } of anyOf) {
    if (minimum !== undefined) yield [key, minimum - 1];
    if (exclusiveMinimum !== undefined) yield [key, exclusiveMinimum];
    if (maximum !== undefined) yield [key, 2 * maximum];
    if (minLength > 0) yield [key, ''];
    if (maxLength !== undefined) yield [key, 'x'.repeat(maxLength + 1)];
  }
}

test('no key takes another kind of value, an unknown word, or what is out of its bounds, and the problem names it', () => {
  const loads = ProfileSchema.properties.load.anyOf.flatMap((model) => [...slipsIn(model, ['load'])]);
  const slips = [...slipsIn(ProfileSchema, []), ...loads];
  expect(slips.length).toBeGreaterThan(200);
  const taken = slips.filter(([key, value]) => {
    const raw = key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
    const resolution = tryResolveProfile(raw);
    return resolution.ok || !resolution.problems.some(({ path }) => path.join('.').startsWith(key));
  });
  expect(taken).toEqual([]);
});

test('each key of which the page says what 0 means takes 0', () => {
  const rows = Object.entries<Shape>(ProfileSchema.properties).flatMap(([name, shape]) => keyRows(shape, name));
  const keys = rows.filter(({ meaning }) => /\b0: /.test(meaning)).map(({ key }) => key);
  expect(keys).toContain('conform.placesRequests');
  const refused = keys.filter((key) => {
    const set = key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), 0);
    const resolution = tryResolveProfile({ target: { baseUrl: 'embedded' }, ...(set as object) });
    return !resolution.ok;
  });
  expect(refused).toEqual([]);
});

test('the schema uses no word that the completion of a profile does not understand', () => {
  const understood =
    'type const enum anyOf discriminator properties patternProperties required items minItems minimum maximum exclusiveMinimum minLength maxLength pattern default examples description errorMessage readBy additionalProperties';
  const used = new Set<string>();
  const visit = (shape: Shape): void => {
    for (const word of Object.keys(shape)) used.add(word);
    const { properties = {}, patternProperties = {}, anyOf = [], items } = shape;
    for (const each of [...Object.values({ ...properties, ...patternProperties }), ...anyOf]) visit(each);
    if (items !== undefined) visit(items);
  };
  visit(ProfileSchema);
  expect([...used].filter((word) => !understood.split(' ').includes(word))).toEqual([]);
});
