import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { parse, tokTypes } from 'acorn';
import { analyse } from 'scslre';
import { expect, test } from 'vitest';

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

/** Where a regular expression may begin and end, in a line that imports nothing: most files have none, and need no parsing. */
const perhaps = /^(?!import |\} from ).*(?<!\*)\/(?![*/]).*\//m;

/** The regular expressions of a file that take more than linear time for some texts. */
function slowIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  if (!perhaps.test(text)) return [];
  const script = stripTypeScriptTypes(text);
  const literals: string[] = [];
  parse(script, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    onToken: ({ type, start, end }) => void (type === tokTypes.regexp && literals.push(script.slice(start, end))),
  });
  return literals.flatMap((literal) => {
    const end = literal.lastIndexOf('/');
    const { reports } = analyse({ source: literal.slice(1, end), flags: literal.slice(end + 1) });
    return reports.length === 0 ? [] : `${file} ${literal}`;
  });
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
