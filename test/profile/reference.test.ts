import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseExpression } from '../../src/load/thresholds/expression.ts';
import { metrics } from '../../src/load/thresholds/metrics.ts';
import { tryResolveProfile } from '../../src/profile/resolveProfile.ts';
import { allKeyRows, profilePage } from './profilePage.ts';

const page = profilePage();

test('docs/profile.md is what the schema generates (UPDATE_DOCS=1 writes it)', () => {
  const file = new URL('../../docs/profile.md', import.meta.url);
  if (process.env.UPDATE_DOCS === '1') writeFileSync(file, page);
  expect(readFileSync(file, 'utf8')).toBe(page);
});

test('every key says what it means', () => {
  for (const row of allKeyRows()) expect(row.meaning, row.key).not.toBe('');
});

test.each([...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => [text.split(':', 1)[0], text]))(
  'the example of %s is right',
  (_, text = '') => {
    const resolution = tryResolveProfile({ target: { baseUrl: 'embedded' }, ...parse(text) });
    expect(resolution.ok ? [] : resolution.problems).toEqual([]);
  },
);

test('every expression of the page is understood, and every family of metrics is named', () => {
  const written = [...page.matchAll(/`([a-z][\w().-]* (?:[<>]=?|==) [^`]+)`/gi)].map(([, text]) => text ?? '');
  expect(written.length).toBeGreaterThan(15);
  for (const text of written) expect(() => parseExpression(text)).not.toThrow();
  for (const name of Object.keys(metrics.names ?? {})) expect(page).toMatch(new RegExp(`\`${name}[\`.(]`));
});
