import { expect, test } from 'vitest';
import { judgeUnknownDatapad, judgeUnknownResponse } from '../../../src/judging/rules/errorBodies.ts';
import { answerOf, failing } from '../../support/judging.ts';

const path = '/surveys/1001/responses/99';
const missing = answerOf('fetch-response', path, { response: { error: {} } }, 404);
const refused = answerOf('fetch-response', path, { response: { error: {} } }, 400);
const other = answerOf('fetch-response', path, { response: { responseID: 98 } });

test('an id that is none shows no record', () => {
  const clausesOf = (answer: typeof missing) => failing((findings) => judgeUnknownResponse(findings, answer, '99'));
  expect(clausesOf(missing)).toEqual([]);
  expect(clausesOf(refused)).toEqual(['ADMIN-UNKNOWN-RESPONSE-02']);
  expect(clausesOf(other)).toEqual(['ADMIN-UNKNOWN-RESPONSE-01', 'ADMIN-UNKNOWN-RESPONSE-02']);
});

test('an unknown datapad is refused', () => {
  const made = answerOf('update-datapad', '/surveys/1001/datapads/99', { response: {} });
  expect(failing((findings) => judgeUnknownDatapad(findings, made))).toEqual(['ADMIN-UNKNOWN-DATAPAD-01']);
  expect(failing((findings) => judgeUnknownDatapad(findings, missing))).toEqual([]);
});
