import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { schemaPath } from '../../../src/runs/init/init.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canvass-schema-'));
  return () => rm(folder, { recursive: true, force: true });
});

test('beside an installed package it is that of the package, seen from the profile', async () => {
  const schema = join(folder, 'node_modules/canvass/profiles/profile.schema.json');
  await mkdir(dirname(schema), { recursive: true });
  await writeFile(schema, '{}');
  expect(schemaPath('canvass.yaml', folder)).toBe('./node_modules/canvass/profiles/profile.schema.json');
  expect(schemaPath('ci/own.yaml', folder)).toBe('../node_modules/canvass/profiles/profile.schema.json');
});

test('in a checkout it is that of the checkout', () => {
  expect(schemaPath('canvass.yaml', resolve('.'))).toBe('./profiles/profile.schema.json');
  expect(schemaPath('profiles/mine.yaml', resolve('.'))).toBe('./profile.schema.json');
});

test('elsewhere there is none', () => {
  expect(schemaPath('canvass.yaml', folder)).toBeNull();
});
