import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { publishedSchema } from '../../src/profile/schema.ts';

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
