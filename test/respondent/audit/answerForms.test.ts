import { expect, test } from 'vitest';
import {
  type AnswerKind,
  givenAnswers,
  isDate,
  needsDifference,
  readings,
} from '../../../src/respondent/audit/answerForms.ts';

const day = { dt_year_4: '2024', dt_month_4: '5', dt_day_4: '07' };
const time = { ...day, dt_hr_4: '12', dt_min_4: '05' };

/** What is said of a body: kind, id and value of each answer. */
test.each<[body: object, answers: string[]]>([
  [{ u_1: '11' }, ['choice 11']],
  [{ m_1: ['11', '12'] }, ['choice 11', 'choice 12']],
  [{ u_1: '11', t_11: 'by boat\r\n', t_12: 'b' }, ['choice 11', 'other 11 by boat', 'text 12 b']],
  [{ m_1: ['11'], t_11: 'c' }, ['choice 11', 'other 11 c']],
  [{ xu_1: '11', t_11: 'd' }, ['unknown 1 11', 'text 11 d']],
  [{ t_1: '', t_2: 5, r_3: null }, []],
  [{ r_2: '03', s_3: '40.0' }, ['rank 2 3', 'allocation 3 40']],
  [day, ['date 4 2024 5 7']],
  [{ ...time, dt_ampm_4: 'AM' }, ['date-time 4 2024 5 7 0 5']],
  [{ ...time, dt_ampm_4: 'PM' }, ['date-time 4 2024 5 7 12 5']],
  [{ ...time, dt_hr_4: '11', dt_ampm_4: 'PM' }, ['date-time 4 2024 5 7 23 5']],
  [{ ...time, dt_hr_4: '23' }, ['date-time 4 2024 5 7 23 5']],
  [{ dt_cal_4: '2024-05-07', dt_cal_5: '2024-12-31' }, ['calendar 4 2024 5 7', 'calendar 5 2024 12 31']],
  [{ dt_cal_4: 'soon' }, ['calendar 4']],
  [['t_1'], []],
])('a respondent who sent %j gave %j', (body, answers) => {
  const told = givenAnswers({ questions: [], body: JSON.stringify(body), certain: true });
  expect(told.map(({ kind, id, value }) => `${kind} ${id} ${value}`.trim())).toEqual(answers);
});

test('answers are those of the questions of their page, where it was kept', () => {
  const questions = [{ id: 7, text: '', keys: ['t_1', 'dt_cal_2'], answers: [] }];
  const body = JSON.stringify({ t_1: 'a', dt_cal_2: '2024-05-07', t_3: 'c' });
  expect(givenAnswers({ questions, body, certain: true }).map(({ questionId, id }) => [questionId, id])).toEqual([
    [7, 1],
    [7, 2],
  ]);
  expect(givenAnswers({ questions: [], body, certain: true }).map(({ questionId }) => questionId)).toEqual([
    null,
    null,
    null,
  ]);
});

/** What a stored member may mean: by place and writing. */
test.each<[kind: AnswerKind, stored: unknown, readings: string[]]>([
  ['text', 'a\r\nb', ['at a\nb']],
  ['text', '', []],
  ['text', 5, []],
  ['text', null, []],
  ['rank', '040', ['at 40']],
  ['rank', 40, ['at 40']],
  ['allocation', 0.5, ['at 0.5']],
  ['allocation', ' ', []],
  ['allocation', 'x', []],
  ['allocation', ['4'], []],
  ['date', '2024-05', []],
  ['date', '5/2024', []],
  ['date', 'May 2024', []],
  ['date', 20_240_507, []],
  ['date', '2024-05-07', ['at year-month-day 2024 5 7', 'at day-month-year 7 5 2024', 'at month-day-year 7 2024 5']],
  [
    'date-time',
    '7 may 2024 2:30 pm',
    ['at year-month-day 7 5 2024 14 30', 'at day-month-year 2024 5 7 14 30', 'at month-day-year 2024 5 7 14 30'],
  ],
  [
    'calendar',
    '2024-December-31, 12',
    ['at year-month-day 2024 12 31', 'at day-month-year 31 12 2024', 'at month-day-year 31 12 2024'],
  ],
])('as an answer of kind %s, %j is read as %j', (kind, stored, expected) => {
  expect([...readings(kind, { at: stored })].map((each) => each.join(' '))).toEqual(expected);
});

test('dates are of three kinds, and numbers are compared as they are: only where they differ', () => {
  const kinds: AnswerKind[] = ['choice', 'text', 'rank', 'allocation', 'date', 'date-time', 'calendar'];
  expect(kinds.filter(isDate)).toEqual(['date', 'date-time', 'calendar']);
  expect(kinds.filter(needsDifference)).toEqual(['rank', 'allocation', 'date', 'date-time', 'calendar']);
});
