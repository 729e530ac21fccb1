import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';

/** What a person writes, or the embedded service is sent, is short; all else reads what a hostile service may have made long. */
const ofPeople = /^src\/(service|profile|cli|capacity|runs)\//;

/** Where a text is bounded before, or is the target's own address. */
const bounded: ReadonlySet<string> = new Set([
  'src/judging/identity.ts /[A-Za-z0-9_-]*\\d[A-Za-z0-9_-]*/g',
  'src/client/target.ts /\\/+$/',
  'src/client/session/cookieJar.ts /\\/+$/',
  'src/report/formats/har.ts /\\/+$/',
  'src/report/content/headline.ts /^(\\S+) *<=? *(\\S+)$/',
  'src/result/defectFacts.ts /^s\\/(.*)\\/(.*)\\/g$/',
]);

/** The regular expressions of a file that take more than linear time for some texts. */
function slowIn(file: string): string[] {
  const slow: string[] = [];
  const { program } = parseSync(file, readFileSync(file, 'utf8'));
  new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      if (analyse({ source: pattern, flags }).reports.length > 0) slow.push(`${file} /${pattern}/${flags}`);
    },
  }).visit(program);
  return slow;
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
