import { expect, test } from 'vitest';
import { holdsChoice } from '../../../src/conformance/probes/storedAnswers.ts';

/** Whether a record of one question, with these marks by answer id, holds a choice of the options 1 to 3. */
function holds(chosen: readonly string[], marks: Readonly<Record<string, string>>): boolean {
  const answerValues = Object.entries(marks).map(([id, result]) => ({
    answerID: Number(id),
    answerText: `Option ${id}`,
    value: { text: '', result },
  }));
  return holdsChoice({ responseSet: [{ questionID: 7, answerValues }] }, 7, chosen, ['1', '2', '3']);
}

test('a record has the options that were chosen, and no other', () => {
  expect(holds(['1', '3'], { 3: '', 1: '' })).toBe(true);
  expect(holds(['1', '3'], { 1: '' })).toBe(false);
  expect(holds(['1', '3'], { 1: '1', 2: '0' })).toBe(false);
  expect(holds([], {})).toBe(true);
});

test('it may list every option, where one member tells which were chosen', () => {
  expect(holds(['1', '3'], { 1: '1', 2: '0', 3: '1' })).toBe(true);
  expect(holds(['1', '3'], { 1: '0', 2: '1', 3: '1' })).toBe(false);
  expect(holds(['1', '3'], { 1: '', 2: '', 3: '' })).toBe(false);
  expect(holds(['1'], { 1: 'a', 2: 'b', 3: 'c' })).toBe(false);
});
