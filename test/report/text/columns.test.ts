import { expect, test } from 'vitest';
import { fitted, wrapped } from '../../../src/report/text/columns.ts';

const cell = (text: string) => ({ text, paint: (plain: string) => plain });

test('long text breaks at blanks, and keeps the blanks of lines that fit', () => {
  expect(wrapped('one two three four', 9, 2)).toEqual(['one two', '  three', '  four']);
  expect(wrapped('p99   26 ms', 80, 2)).toEqual(['p99   26 ms']);
});

test('a table that is wider than the terminal is told row by row', () => {
  const rows = [
    ['Question', 'Refused', 'Tried'],
    ['1001, 103', '11', 'some text that is much too long to stand beside it'],
  ].map((row) => row.map(cell));
  expect(fitted(rows, [1], 100)).toHaveLength(2);
  expect(fitted(rows, [1], 40)).toEqual([
    '1001, 103',
    '  Refused  11',
    '  Tried    some text that is much too',
    '           long to stand beside it',
  ]);
});

test('of many rows that do not fit it says how many are left out', () => {
  const rows = Array.from({ length: 9 }, () => [cell('a'), cell('x'.repeat(50))]);
  expect(fitted(rows, [], 30).at(-1)).toBe('and 3 more in the report');
});
