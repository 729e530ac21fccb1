import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { parse } from 'acorn';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';
import { isRecord } from '../src/contract/jsonShape.ts';

/** What a person writes, or the embedded service is sent and says, is short; all else reads what a hostile service may have made long. */
const ofPeople = /^src\/(service|selftest|profile|cli|capacity|runs)\//;

/** Where a text is bounded before, or is the target's own address. */
const bounded: ReadonlySet<string> = new Set([
  'src/judging/identity.ts /[A-Za-z0-9_-]*\\d[A-Za-z0-9_-]*/g',
  'src/judging/identity.ts /(?<![\\w\\]])[{[][\\s\\S]*$/',
  'src/judging/identity.ts /(?<=\\/[\\w./:-]*)\\?[^\\s"]*/g',
  'src/client/target.ts /\\/+$/',
  'src/respondent/session/cookies.ts /\\/+$/',
  'src/report/formats/har.ts /\\/+$/',
  'src/report/content/headline.ts /^(\\S+) *<=? *(\\S+)$/',
  'src/result/lasting.ts /^s\\/(.*)\\/(.*)\\/g$/',
]);

/** The regular expressions in a syntax tree: source and flags. */
function expressionsIn(node: unknown): [source: string, flags: string][] {
  if (Array.isArray(node)) return node.flatMap(expressionsIn);
  if (!isRecord(node)) return [];
  if (isRecord(node.regex)) return [[String(node.regex.pattern), String(node.regex.flags)]];
  return Object.values(node).flatMap(expressionsIn);
}

/** The regular expressions of a file that take more than linear time for some texts. */
function slowIn(file: string): string[] {
  const program = parse(stripTypeScriptTypes(readFileSync(file, 'utf8')), {
    ecmaVersion: 'latest',
    sourceType: 'module',
  });
  return expressionsIn(program).flatMap(([source, flags]) =>
    analyse({ source, flags }).reports.length === 0 ? [] : `${file} /${source}/${flags}`,
  );
}

test('regular expressions read what a service sends in linear time', () => {
  const files = globSync('src/**/*.ts').filter((file) => !ofPeople.test(file));
  expect(files.length).toBeGreaterThan(300);
  expect([...new Set(files.flatMap(slowIn))].toSorted()).toEqual([...bounded].toSorted());
});

test('an expression that takes longer is told', () => {
  expect(analyse({ source: '[\\w.+-]*@', flags: '' }).reports).not.toEqual([]);
  expect(analyse({ source: '(?<![\\w.+-])[\\w.+-]*@', flags: '' }).reports).toEqual([]);
});
