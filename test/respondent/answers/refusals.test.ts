import { expect, test } from 'vitest';
import { QuestionReader } from '../../../src/judging/reading/questionReader.ts';
import type { QuestionView } from '../../../src/judging/reading/questionView.ts';
import { Refusals } from '../../../src/respondent/answers/refusals.ts';
import { refusalResults } from '../../../src/result/refusal.ts';
import { pageAnswer, shownIn } from '../../judging/sampleAnswers.ts';
import { Collected } from '../../support/judging.ts';

const reader = new QuestionReader();
const halves = ['hr', 'min', 'ampm'];

function dated(id: number): QuestionView {
  const names = ['day', 'month', 'year', ...halves].map((part) => `<input name="dt_${part}_${id}">`).join('');
  const formParam = { paramPrefix: 'dt_day', paramIdType: 'questionId' };
  const { question } = reader.of(JSON.stringify({ id, type: 'D', text: '', answers: [], formParam }), names);
  if (question === null) throw new Error('no question');
  return question;
}

const when = dated(30);

test('a form that is never taken is told by refusals of its own, and by no other', () => {
  const refusals = new Refusals(true);
  const findings = new Collected();
  const refuse = (ampm: string, hour: number): void =>
    refusals.judge(when, { dt_day_30: '1', dt_hr_30: String(hour), dt_ampm_30: ampm }, findings);
  refuse('PM', 12);
  refusals.taken(1, when, { dt_day_30: '1', dt_hr_30: '9', dt_ampm_30: 'noon' }, 0);
  for (let hour = 1; hour < 12; hour++) refuse('PM', hour);
  expect(findings.failed).toMatchObject([{ clause: 'KEYS-REFUSED-01', expected: 'times with PM taken' }]);
  for (let hour = 1; hour < 6; hour++) refuse('AM', hour);
  expect(findings.failed).toHaveLength(1);
});

test('that a question can be answered is noted once, and of so many questions only', () => {
  const refusals = new Refusals(true);
  const notedOf = (surveyId: number, id: number) => {
    refusals.taken(surveyId, { ...when, id }, null, 0);
    return refusals.take().length;
  };
  expect([notedOf(1, 30), notedOf(1, 30), notedOf(2, 30), notedOf(1, 31)]).toEqual([1, 0, 1, 1]);
  expect(Array.from({ length: 600 }, (_, at) => notedOf(3, at)).lastIndexOf(1)).toBe(499);
});

test('a text that was too long teaches nothing but how long it may be', () => {
  const formParam = { paramPrefix: 't', paramIdType: 'answerId' };
  const { question } = reader.of(JSON.stringify({ id: 40, type: 'T', text: '', answers: [{ id: 41 }], formParam }), '');
  if (question === null) throw new Error('no question');
  const refusals = new Refusals(true);
  const page = shownIn(pageAnswer([40]));
  refusals.answered(1, page);
  expect([refusals.teachesNothing(1, page), refusals.teachesNothing(2, page)]).toEqual([true, false]);
  refusals.refused(1, question, { t_41: 'x'.repeat(3000) }, 'Please give at most 2000 characters.', 0);
  expect(refusals.teachesNothing(1, page)).toBe(false);
  refusals.taken(1, question, null, 1);
  expect(refusalResults(refusals.take())).toMatchObject([
    { learnt: null, proposal: 'respondent.answers: { 1: { 40: text 1..2000 } }' },
  ]);
});
