import { expect, test } from 'vitest';
import { Redactor } from '../../../src/client/redact.ts';
import { StepHistory } from '../../../src/respondent/walk/stepHistory.ts';
import { answerOf } from '../../support/judging.ts';

const { exchange } = answerOf('take', '/surveys/1/take', {});

function bodiesIn(history: StepHistory): string[] {
  return history.witness(new Redactor([]), []).steps.map(({ response }) => response.body);
}

test.each([
  [false, ['', 'b'], ['', '']],
  [true, ['a', 'b'], ['a', 'b']],
])('the last body is there while it is judged, all where they are kept: %j', (keepsBodies, judged, after) => {
  const history = new StepHistory(keepsBodies);
  for (const bodyText of ['a', 'b']) history.add({ ...exchange, bodyText }, 'keep', 0);
  expect(bodiesIn(history)).toEqual(judged);
  history.forgetBodies();
  expect(bodiesIn(history)).toEqual(after);
});

test('of a long walk is kept how it began', () => {
  const history = new StepHistory(true);
  for (let at = 0; at < 500; at++) history.add({ ...exchange, bodyText: `${at}` }, 'keep', 0);
  expect([history.length, bodiesIn(history).slice(0, 2)]).toEqual([400, ['0', '1']]);
});
