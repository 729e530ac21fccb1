import { expect, test } from 'vitest';
import { answerFormOf, answerTypeOf } from '../../../src/judging/reading/answerForm.ts';
import { htmlInputsOf } from '../../../src/judging/reading/htmlInputs.ts';

test.each([
  ['u_', 'single'],
  ['m_', 'multiple'],
  ['t_', 'text'],
  ['r_', 'rank'],
  ['s_', 'allocation'],
  ['dt_', 'date'],
  ['x_', 'unknown'],
])('the prefix %s is of a question of kind %s', (prefix, kind) => {
  const inputs = htmlInputsOf('');
  const form = answerFormOf({ id: 3, type: '', prefix, byAnswer: false, otherPrefix: null, answers: [], inputs });
  expect(form.kind).toBe(kind);
});

test.each([
  ['u_', '', 'single'],
  ['t_', '', 'text'],
  ['dt_', '', 'date'],
  ['dt_cal_', '', 'calendar'],
  ['dt_', '<input name="dt_day_3"><input name="dt_hr_3">', 'date-time'],
  ['dt_', '<input name="dt_day_3"><input name="dt_ampm_3">', 'date-time'],
])('to the prefix %s with the markup %j belongs an answer of type %s', (prefix, html, type) => {
  const inputs = htmlInputsOf(html);
  const basis = { id: 3, type: '', prefix, byAnswer: false, otherPrefix: null, answers: [], inputs };
  expect(answerTypeOf(answerFormOf(basis))).toBe(type);
});

test('a time may belong to dates of which the markup names no part, and not where it names those of one', () => {
  const view = { text: null, selected: false, carriesMore: false, saysOther: false };
  const answers = [4, 5].map((id) => ({ ...view, id }));
  const mayHaveTime = (html: string) => {
    const inputs = htmlInputsOf(html);
    const form = answerFormOf({ id: 3, type: 'D', prefix: 'dt_', byAnswer: true, otherPrefix: null, answers, inputs });
    return form.kind === 'date' && form.withTime !== null;
  };
  expect(mayHaveTime('')).toBe(true);
  expect(mayHaveTime('<input name="dt_day_5">')).toBe(false);
});

const whole = ['dt_day_3', 'dt_month_3', 'dt_year_3'];

test.each([
  ['dt_', [], whole],
  ['dt_', ['dt_3'], whole],
  ['dt_', ['dt_month_3', 'dt_year_3'], ['dt_month_3', 'dt_year_3']],
  ['dt_day_', ['dt_day_3'], whole],
  ['dt_day_', ['dt_day_3', 'dt_month_3'], ['dt_day_3', 'dt_month_3']],
  ['dt_cal_', ['dt_cal_3'], ['dt_cal_3']],
])('a date with the prefix %s and the inputs %j is sent as %j', (prefix, names, keys) => {
  const inputs = htmlInputsOf(names.map((name) => `<input name="${name}">`).join(''));
  const form = answerFormOf({ id: 3, type: 'D', prefix, byAnswer: false, otherPrefix: null, answers: [], inputs });
  if (form.kind !== 'date') throw new Error('a date');
  expect(form.dates.flatMap((each) => Object.values(each).filter((key) => key !== null))).toEqual(keys);
});

test.each([
  ['DT', 'dt_', '', 6, false],
  ['datetime', 'dt_', '', 6, false],
  ['D', 'dt_', '', 3, true],
  ['D', 'dt_day_', '', 3, false],
  ['D', 'dt_', '<input name="dt_day_3">', 1, false],
])('type %s, prefix %s and markup %j: %i keys, and a time perhaps: %j', (type, prefix, html, count, isOpen) => {
  const inputs = htmlInputsOf(html);
  const form = answerFormOf({ id: 3, type, prefix, byAnswer: false, otherPrefix: null, answers: [], inputs });
  if (form.kind !== 'date') throw new Error('a date');
  expect(form.dates.flatMap((keys) => Object.values(keys).filter((key) => key !== null))).toHaveLength(count);
  expect(form.withTime !== null).toBe(isOpen);
});
