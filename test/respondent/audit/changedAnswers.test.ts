import { expect, test } from 'vitest';
import { comparable } from '../../../src/judging/reading/sentValues.ts';
import { becameOf, cutLength, type Pair } from '../../../src/respondent/audit/changedAnswers.ts';

const texts = [
  'plain words that go on and on and on',
  'für alle, über Äpfel und Öfen und mehr',
  'ça y est 🍵 お茶の時間 お茶の時間 と',
];

/** The beginning of a text that a column of so many bytes takes, in whole characters. */
function inColumn(text: string, bytes: number): string {
  let kept = '';
  for (const character of text) {
    if (Buffer.byteLength(kept + character) > bytes) break;
    kept += character;
  }
  return kept;
}

const pairs = (cut: (text: string) => string): Pair[] => texts.map((text) => [text, comparable(cut(text))]);

test.each([
  ['characters', (text: string) => [...text].slice(0, 12).join(''), { after: 12, unit: 'characters' }],
  ['units of 16 bits', (text: string) => text.slice(0, 12), { after: 12, unit: 'characters' }],
  ['bytes', (text: string) => inColumn(text, 20), { after: 20, unit: 'bytes' }],
  ['nothing that is the same for all', (text: string) => text.slice(0, text.length - 3), null],
])('texts are cut after a number of %s', (_what, cut, found) => {
  expect(cutLength(pairs(cut))).toEqual(found);
});

test.each([
  ['exchanged', ['b', 'a'], ['exchanged']],
  ['others altogether', ['b', 'c'], []],
])('the texts of two questions are %s', (_what, came, became) => {
  const all = ['a', 'b'].map((given, at) => ({ question: at, given, came: came[at] }));
  expect(becameOf('texts', all)).toEqual(became);
  expect(becameOf('texts', all.slice(0, 1))).toEqual([]);
});

test.each([
  [
    'an hour that is half a day off',
    [
      ['2000 1 1 12 0', '2000 1 1 0 0'],
      ['2024 5 7 1 30', '2024 5 7 13 30'],
    ],
    ['am-pm'],
  ],
  ['an hour that is off by less', [['2000 1 1 12 0', '2000 1 1 1 0']], []],
  ['a day that is off as well', [['2000 1 1 12 0', '2000 1 2 0 0']], []],
  [
    'one of them alone',
    [
      ['2000 1 1 12 0', '2000 1 1 0 0'],
      ['2024 5 7 1 30', '2024 5 7 2 30'],
    ],
    [],
  ],
  ['day and month exchanged', [['2024 5 7', '2024 7 5']], ['day-month']],
])('of dates with %s it is said', (_what, dates, became) => {
  const all = dates.map(([given, came], question) => ({ question, given, came }));
  expect(becameOf('dates', all)).toEqual(became);
});
