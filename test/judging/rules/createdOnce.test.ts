import { expect, test } from 'vitest';
import { judgeCreatedOnce } from '../../../src/judging/rules/sanity.ts';
import { tokenOf } from '../../../src/judging/tokens.ts';
import { Collected } from '../../support/judging.ts';

const [first = '', second = ''] = [1, 2].map((index) => tokenOf('create01', index));

function failed(made: readonly string[], listed: Readonly<Record<string, string>>): readonly string[] {
  const findings = new Collected();
  judgeCreatedOnce(findings, made, new Map(Object.entries(listed)));
  return findings.failed.map(({ clause, expected, actual }) => `${clause}: ${expected}, not ${actual}`);
}

test('what is created is listed as often as it was created, or less, whatever else is in the list', () => {
  const listed = { 1: `Sales ${first}`, 2: `  ${second}\t`, 3: 'another', 4: '' };
  expect(failed([first, second], listed)).toEqual([]);
  expect(failed([first, first, second], { ...listed, 5: first })).toEqual([]);
  expect(failed(['no mark'], listed)).toEqual([]);
});

test('what is listed more often is told with its ids', () => {
  const listed = { 1: first, 2: second, 3: `{"text":"${first}"}`, 4: second, 5: second };
  expect(failed([first, second, second], listed)).toEqual([
    'SANITY-DUPLICATE-03: it once in the list, not ids 1, 3',
    'SANITY-DUPLICATE-03: it 2 times in the list, not ids 2, 4, 5',
  ]);
});
