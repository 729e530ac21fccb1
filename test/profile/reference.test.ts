import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseExpression } from '../../src/load/thresholds/expression.ts';
import { metrics } from '../../src/load/thresholds/metrics.ts';
import { tryResolveProfile } from '../../src/profile/resolveProfile.ts';
import { blockExamples } from './blockExamples.ts';
import { readerPrefixes, readersOf } from './keyRows.ts';
import { allKeyRows, profilePage } from './profilePage.ts';

const key = '$' + '{CANVASS_API_KEY}';
const page = profilePage();

test('docs/profile.md is what the schema generates (UPDATE_DOCS=1 writes it)', () => {
  const file = new URL('../../docs/profile.md', import.meta.url);
  if (process.env.UPDATE_DOCS === '1') writeFileSync(file, page);
  expect(readFileSync(file, 'utf8')).toBe(page);
});

test('every key says what it means and which command reads it', () => {
  for (const row of allKeyRows()) {
    expect(row.meaning, row.key).not.toBe('');
    expect(readersOf(row.key)).not.toBe('');
  }
});

test('what is said of who reads a key is said of keys that exist', () => {
  const keys = allKeyRows().map((row) => row.key);
  for (const prefix of readerPrefixes)
    expect(
      keys.some((each) => each.startsWith(prefix)),
      prefix,
    ).toBe(true);
});

test.each(Object.entries(blockExamples))('the example of %s is right', (_, text) => {
  const resolution = tryResolveProfile({ target: { baseUrl: 'embedded' }, ...parse(text) });
  expect(resolution.ok ? [] : resolution.problems).toEqual([]);
  expect(page).toContain(text.trimEnd());
});

test('the examples show every key', () => {
  const shown = new Set(
    Object.values(blockExamples).flatMap((text) => [...keysOf(parse(text.replaceAll(key, 'key')), '')]),
  );
  for (const { key: name } of allKeyRows()) {
    if (!['name', 'extends', 'seed'].includes(name)) expect([...shown], name).toContain(name);
  }
});

test('every expression of the page is understood, and every family of metrics is named', () => {
  const written = [...page.matchAll(/`([a-z][\w().-]* (?:[<>]=?|==) [^`]+)`/gi)].map(([, text]) => text ?? '');
  expect(written.length).toBeGreaterThan(15);
  for (const text of written) expect(() => parseExpression(text)).not.toThrow();
  for (const name of Object.keys(metrics.names ?? {})) expect(page).toMatch(new RegExp(`\`${name}[\`.(]`));
});

/** The paths of a value as the reference writes them. */
function* keysOf(value: unknown, path: string): Iterable<string> {
  if (path !== '') yield path;
  if (Array.isArray(value)) for (const item of value) yield* keysOf(item, `${path}[]`);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) yield* keysOf(member, path === '' ? name : `${path}.${name}`);
  }
}
