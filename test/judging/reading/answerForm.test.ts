import { expect, test } from 'vitest';
import { answerFormOf, keysOf } from '../../../src/judging/reading/answerForm.ts';
import { htmlInputsOf } from '../../../src/judging/reading/htmlInputs.ts';

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
  expect(keysOf(form)).toEqual(keys);
});

test.each([
  ['DT', 6],
  ['datetime', 6],
  ['D', 3],
])('without any input, type %s is sent with %i keys', (type, count) => {
  const basis = { id: 3, prefix: 'dt_', byAnswer: false, otherPrefix: null, answers: [], inputs: htmlInputsOf('') };
  expect(keysOf(answerFormOf({ ...basis, type }))).toHaveLength(count);
});
