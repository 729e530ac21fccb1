import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { publishedSchema } from '../../src/profile/schema.ts';

test('profiles/profile.schema.json is current: `canvass profile schema > profiles/profile.schema.json`', () => {
  expect(JSON.parse(readFileSync('profiles/profile.schema.json', 'utf8'))).toEqual(JSON.parse(publishedSchema()));
});

test('an editor asks for the base URL only', () => {
  const schema = JSON.parse(publishedSchema());
  expect(schema.required).toEqual(['target']);
  expect(schema.properties.target.required).toEqual(['baseUrl']);
  expect(schema.properties.load.anyOf[1].required).toEqual(['model']);
});
