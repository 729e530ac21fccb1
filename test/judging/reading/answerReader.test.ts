import { expect, test } from 'vitest';
import type { EndpointId } from '../../../src/contract/endpoints.ts';
import { AnswerReader } from '../../../src/judging/reading/answer.ts';
import { answerOf } from '../../support/judging.ts';
import { page } from '../sampleAnswers.ts';

const repeat = { text: JSON.stringify({ ...page, requestID: '' }), varying: [] };

/** Reads a body that comes again and again, each time with a `requestID` of its own. */
function repeating() {
  const reader = new AnswerReader();
  return (endpoint: EndpointId, httpStatus = 200, varied: readonly string[] | null = null) => {
    const { exchange } = answerOf(endpoint, '/x', page, httpStatus);
    return reader.read({ ...exchange, repeat, varied });
  };
}

test('a body that comes again is read once, whichever endpoint of respondents gives it', () => {
  const read = repeating();
  const first = read('take');
  expect(read('take').page).toBe(first.page);
  expect(read('submit-page').page).toBe(first.page);
});

test.each([
  ['HTTP status', 'take', 201],
  ['area', 'list-responses', 200],
] as const)('with another %s it is read anew, and known as that', (_, endpoint, httpStatus) => {
  const read = repeating();
  const first = read('take');
  const other = read(endpoint, httpStatus);
  expect(other.reading).not.toBe(first.reading);
  expect(read(endpoint, httpStatus).reading).toBe(other.reading);
});

test('with other values than that of its id it is read anew, and what was known stays known', () => {
  const read = repeating();
  const first = read('take');
  expect(read('take', 200, ['r-1', '21']).page).not.toBe(first.page);
  expect(read('take').page).toBe(first.page);
});

test('a question that came as an object, not as its text, is a question of the page all the same', () => {
  const questions = page.response.questions.map((question) => ({ ...question, json: JSON.parse(question.json) }));
  const asObjects = { ...page, response: { ...page.response, questions } };
  expect(answerOf('take', '/x', asObjects).page?.questions).toEqual(answerOf('take', '/x', page).page?.questions);
});
