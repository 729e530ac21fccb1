import { expect, test } from 'vitest';
import { AnswerHabits } from '../../../src/judging/evidence/answerHabits.ts';
import { Habits } from '../../../src/judging/evidence/habits.ts';
import { QuestionReader } from '../../../src/judging/reading/questionReader.ts';
import type { QuestionView } from '../../../src/judging/reading/questionView.ts';

const witness = () => ({ steps: [], failingStep: 0, curl: '' });

function question(
  paramPrefix: string,
  paramIdType: 'questionId' | 'answerId',
  answers: readonly number[],
): QuestionView {
  const json = {
    id: 1,
    type: 'X',
    text: '?',
    answers: answers.map((id) => ({ id })),
    formParam: { paramPrefix, paramIdType },
  };
  const { question: read } = new QuestionReader().of(JSON.stringify(json), '');
  if (read === null) throw new Error('no question');
  return read;
}

function placesOf(answered: QuestionView, ...given: readonly Readonly<Record<string, unknown>>[]): string[] {
  const habits = new Habits();
  const answers = new AnswerHabits(habits);
  for (const each of given) answers.note(answered, each, true, witness);
  return habits.list().flatMap(({ places }) => [...places].map(([place, { times }]) => `${place} × ${times}`));
}

const several = question('m_', 'questionId', [11, 12, 13, 14]);
const date = question('dt_', 'answerId', [11]);
const calendar = question('dt_cal_', 'answerId', [11]);
const shares = question('s_', 'answerId', [11, 12]);
const text = question('t_', 'answerId', [11]);
const texts = question('t_', 'answerId', [11, 12]);
const inFields = (day: string, month: string) => ({ dt_day_11: day, dt_month_11: month, dt_year_11: '2024' });

test.each([
  [several, { m_1: ['11'] }, ['of 1 option × 1']],
  [several, { m_1: ['11', '12'] }, ['of 2 options × 1']],
  [several, { m_1: ['11', '12', '13'] }, ['of 3 options or more × 1']],
  [several, { m_1: ['11', '12', '13', '14'] }, ['of all options × 1']],
  [several, {}, []],
  [date, inFields('5', '7'), ['in July × 1', 'without a leading zero × 1']],
  [date, inFields('05', '12'), ['in December × 1', 'with a leading zero × 1']],
  [calendar, { dt_cal_11: '2024-03-31' }, ['in March × 1']],
  [shares, { s_11: '100', s_12: '0' }, ['with an item that gets nothing × 1']],
  [shares, { s_11: '60', s_12: '40' }, ['without an item that gets nothing × 1']],
  [
    texts,
    { t_11: 'plain', t_12: '<b>' },
    ['without a line break × 1', 'without a quotation mark × 1', 'with markup × 1', 'without letters beyond ASCII × 1'],
  ],
  [
    text,
    { t_11: 'naïve "text"\r\n<b>' },
    ['with a line break × 1', 'with a quotation mark × 1', 'with markup × 1', 'with letters beyond ASCII × 1'],
  ],
] as const)('an answer is known by its shape: %#', (asked, given, expected) => {
  expect(placesOf(asked, given)).toEqual(expected);
});

test('equal answers to one question count once', () => {
  expect(placesOf(several, { m_1: ['11'] }, { m_1: ['11'] }, { m_1: ['12'] })).toEqual(['of 1 option × 2']);
});
