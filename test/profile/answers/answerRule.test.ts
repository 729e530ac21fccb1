import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRule } from '../../../src/profile/answers/answerRule.ts';
import { patternProblem, textOf } from '../../../src/profile/answers/textPattern.ts';
import { tryResolveProfile } from '../../../src/profile/resolveProfile.ts';

test.each([
  [10101, { kind: 'fixed', values: ['10101'] }],
  [[10201, 10203], { kind: 'fixed', values: ['10201', '10203'] }],
  ['Springfield', { kind: 'fixed', values: ['Springfield'] }],
  [
    { 10101: 70, 10102: 30 },
    {
      kind: 'weighted',
      choices: [
        { value: '10101', weight: 70 },
        { value: '10102', weight: 30 },
      ],
    },
  ],
  [
    { Berlin: 3, Paris: 1 },
    {
      kind: 'weighted',
      choices: [
        { value: 'Berlin', weight: 3 },
        { value: 'Paris', weight: 1 },
      ],
    },
  ],
  ['email', { kind: 'email' }],
  ['number -5..99', { kind: 'number', low: -5, high: 99 }],
  ['date 1970-01-02..1970-02-01', { kind: 'date', low: 1, high: 31 }],
  ['text 20..200', { kind: 'text', low: 20, high: 200 }],
  ['pattern [A-Z]{2}', { kind: 'pattern', source: '[A-Z]{2}' }],
  [{ from: 'p.csv' }, { kind: 'column', file: 'p.csv', column: '101', rows: 'around' }],
  [
    { from: 'p.csv', column: 'name', rows: 'once' },
    { kind: 'column', file: 'p.csv', column: 'name', rows: 'once' },
  ],
])('%o is understood', (spelled, rule) => {
  expect(readRule(spelled, '101')).toEqual({ ok: true, rule });
});

test.each([
  ['number 99..18', 'wants whole numbers, number 18..99, the lower one first'],
  ['number one..two', 'wants whole numbers'],
  ['date 2026-02-30..x', 'wants dates'],
  ['text 0..5', 'wants lengths from 1 to 9000'],
  ['nubmer 18..99', 'is no generator (did you mean "number"?)'],
  ['pattern [a', 'has a pattern that is no regular expression'],
  ['pattern (?=a)b', 'has a pattern with a look-around'],
  [[], 'is an empty list'],
  [{ 10101: -1 }, 'has a weight that is no number from 0 on'],
  [{ 10101: 0 }, 'gives every answer the weight 0'],
  [{ from: 'p.csv', rows: 'twice' }, 'has rows other than'],
  [{ from: 'p.csv', colum: 'a' }, 'has a key colum'],
  [{ column: 'a' }, 'needs `from`'],
])('%o is told to be wrong', (spelled, message) => {
  expect(readRule(spelled, '101')).toMatchObject({ ok: false, message: expect.stringContaining(message) });
});

test('a profile names survey and question of what is wrong', () => {
  const answers = { 1001: { 101: 'number 9..1' }, abc: {} };
  const resolution = tryResolveProfile({ target: { baseUrl: 'embedded' }, respondent: { answers } });
  const paths = resolution.ok ? [] : resolution.problems.map(({ path }) => path.join('.'));
  expect(paths).toEqual(['respondent.answers.abc', 'respondent.answers.1001.101']);
});

test('a text of a pattern is matched by it', () => {
  const sources = [
    '[A-Z]{2}-\\d{4}',
    '(yes|no)+',
    '\\w*@x\\.de',
    '^[^a-z\\s]{3,}$',
    'a?b*.c',
    '[\\d\\-]{1,3}',
    '(?:x|y(z))',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...sources), fc.infiniteStream(fc.nat()), (source, numbers) => {
      expect(patternProblem(source)).toBeNull();
      const text = textOf(source, (count) => Number(numbers.next().value) % count);
      expect(text).toMatch(new RegExp(`^(?:${source})$`, 'u'));
    }),
  );
});
