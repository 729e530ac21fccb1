import { expect, test } from 'vitest';
import { judgeError } from '../../../src/judging/rules/errorBodies.ts';
import { answerOf, failing, flowCircumstances } from '../../support/judging.ts';

test('the 400 of previous-page may say in its own words what it says under the name of its row', () => {
  const judged = (changes: object, httpStatus = 400) => {
    const row = {
      docs: 'https://docs.example',
      name: 'BAD_REQUEST',
      httpStatusCode: httpStatus,
      id: '1000',
      resourceUrl: '/',
    };
    const error = { ...row, message: 'No previous page to navigate back to.', ...changes };
    const answer = answerOf('previous-page', '/surveys/1001/previous-page', { response: { error } }, httpStatus);
    return failing((findings) => judgeError(findings, answer, flowCircumstances));
  };
  expect(judged({})).toEqual([]);
  expect(judged({ id: '1002', name: 'NO_PREVIOUS_PAGE' })).toEqual([]);
  expect(judged({ id: '1001', message: 'Invalid URL parameters' })).toEqual(['ERROR-400-01']);
  expect(judged({ name: 'NOT_FOUND' })).toEqual(['ERROR-400-01']);
  expect(judged({ resourceUrl: '' })).toEqual([]);
  expect(judged({ resourceUrl: 'undefined' })).toEqual(['ERROR-RESOURCE-02']);
  // A status that the table does not have may come with an error of its own, or with one of its codes.
  expect(judged({ name: 'UNPROCESSABLE' }, 422)).toEqual([]);
  expect(judged({ id: '1100' }, 422)).toEqual([]);
  expect(judged({}, 422)).toEqual(['ERROR-ROW-01']);
});
