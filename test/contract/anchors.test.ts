import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sections } from '../../src/contract/clause.ts';
import { clauseIds, clauseOf } from '../../src/judging/allClauses.ts';

const service = readFileSync('docs/service.md', 'utf8');
const defined = found(service, /<a id="([^"]*)"><\/a>/g);
const known = new Set(defined);

/** Every file that may point into `docs/service.md`. */
const readers = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...['src', 'test', 'docs', 'bench'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|md)$/.test(file))
      .map((file) => join(folder, file)),
  ),
].filter((file) => existsSync(file));

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, anchor]) => anchor ?? '');
}

test('no anchor is defined twice, and each is short kebab-case', () => {
  expect(defined.filter((anchor, at) => defined.indexOf(anchor) !== at)).toEqual([]);
  expect(defined.filter((anchor) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(anchor) || anchor.length > 40)).toEqual([]);
});

test('an anchor stands at the head of a section, or of a statement of one line', () => {
  const heads = found(service, /^#{2,3} <a id="([^"]+)"><\/a>\S/gm);
  const statements = found(service, /^- <a id="([^"]+)"><\/a>\S.{8,}$/gm);
  expect(new Set([...heads, ...statements])).toEqual(known);
  expect(Object.keys(sections).filter((section) => !heads.includes(section))).toEqual([]);
});

test('every clause names a statement that there is', () => {
  const unresolved = clauseIds.filter((id) => !known.has(clauseOf(id).anchor));
  expect(unresolved).toEqual([]);
});

test('whoever points into service.md finds the statement', () => {
  const unresolved = readers.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const mentioned = found(text, /service\.md#([\w-]+)/g);
    if (file === join('docs', 'service.md')) mentioned.push(...found(text, /\]\(#([\w-]+)\)/g));
    return mentioned.filter((anchor) => !known.has(anchor)).map((anchor) => `${file}: ${anchor}`);
  });
  expect(unresolved).toEqual([]);
});
