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
  const form = answerFormOf({ id: 3, prefix, byAnswer: false, otherPrefix: null, answers: [], inputs });
  expect(keysOf(form)).toEqual(keys);
});
