import { expect, test } from 'vitest';
import { classifyAnswer, classifyChanges, noWay } from '../../src/judging/classifyAnswer.ts';
import { mismatch } from '../../src/judging/mismatch.ts';
import { tokenOf } from '../../src/judging/tokens.ts';
import { answerOf, changed } from '../support/judging.ts';
import {
  complete,
  page,
  pageAnswer,
  path,
  question,
  rejectedAnswer,
  serverError,
  session,
  shownIn,
  standard,
} from './sampleAnswers.ts';

const ways = [[1], [2], [3], [4]].map((ids) => shownIn(pageAnswer(ids)));
const at = (current: number) => ({ pages: ways, current: ways[current] ?? null, token: tokenOf('tests1', 1) });
const dueAt = (place: number | null) => ({ path: '', due: place === null ? null : `${place + 1}` });

test.each([
  ['the first one', [1], 2, ['first-page', 'earlier-page', 'page']],
  ['the first one, which is the one before too', [1], 1, ['first-page', 'page-before', 'earlier-page', 'page']],
  ['the one before', [3], 3, ['page-before', 'earlier-page', 'page']],
  ['one that was answered', [2], 3, ['earlier-page', 'page']],
  ['the one after', [3], 1, ['page-after', 'later-page', 'page']],
  ['one that the walk has not seen', [77], 2, ['page-off-the-way', 'later-page', 'page']],
  ['one that the walk has not seen, where the first is due', [77], 0, ['page-off-the-way', 'later-page', 'page']],
  ['the page that was due, with another status', [2], 1, ['due-page', 'page']],
  ['the page of the walk, where another one was due', [2], null, ['same-page', 'page']],
  ['the page of the walk, which is the first one', [1], null, ['first-page', 'same-page', 'page'], 0],
  ['a page without questions', [], 2, ['page-without-questions', 'page']],
] as const)('of the pages of a walk it tells %s', (_, ids, due, words, current: number = 1) => {
  expect(classifyAnswer(pageAnswer([...ids]), dueAt(due), at(current))).toEqual(words);
});

test('a page that asks nothing but what was refused is called so, and one that asks more is not', () => {
  const refused = (asked: number[], rejected: number[]) =>
    classifyAnswer(rejectedAnswer(asked, rejected), dueAt(1), at(1))[0];
  expect(refused([77], [77])).toBe('refused-questions');
  expect(refused([77, 78], [77])).toBe('page-off-the-way');
  expect(refused([77], [])).toBe('page-off-the-way');
  // Of a page that asks one thing that is the page itself.
  expect(refused([1], [1])).toBe('first-page');
});

test('a page that was not on the way is called so in what came, too', () => {
  const going = { page: { identity: '2' }, words: 'the page before' };
  const { actual, symptom } = mismatch(going, { answer: pageAnswer([77]) }, '', () => at(2));
  expect(actual).toMatch(/^success, the page with question 77.*, not on the way$/);
  expect(symptom?.came?.[0]).toBe('page-off-the-way');
});

test('of a walk of which nothing is known it tells that a page came', () => {
  expect(classifyAnswer(pageAnswer([1]), dueAt(1), noWay)).toEqual(['page']);
});

test('a page that leads on in another survey is of that one', () => {
  const link = '/a/api/v2/surveys/1002/submit-page';
  const other = answerOf('take', '/surveys/1001/take', changed(page, 'response.navigation.nextPageSubmitUrl', link));
  expect(classifyAnswer(other, dueAt(1), at(1))).toEqual(['page-of-another-survey', 'page']);
});

test('where the status is wrong, it is the status that came', () => {
  expect(classifyAnswer(pageAnswer([1]), { path: 'response.status', due: null }, at(1))).toEqual(['success']);
});

test.each([
  ['a status', complete, 200, 'survey-complete'],
  ['an error of the table', standard, 400, 'error-400-1000'],
  ['the same error with another status', standard, 404, 'error-404-1000'],
  ['an error of the service', serverError, 500, 'error-500-1026'],
  ['an error with an id of its own', changed(standard, 'response.error.id', 'x-17'), 400, 'error-400'],
  ['a session error', session, 400, 'session-error'],
  ['what is no answer', {}, 418, 'http-418'],
  ['a status of its own', { response: { status: 'gone fishing' } }, 200, 'unknown-status'],
])('in place of a page it tells %s', (_, body, httpStatus, word) => {
  expect(classifyAnswer(answerOf('take', `${path}/take`, body, httpStatus), dueAt(1), at(1))).toEqual([word]);
});

test.each([
  ['another respondent', tokenOf('tests1', 2), ['page-of-another-respondent']],
  ['its own', tokenOf('tests1', 1), ['first-page', 'page-before', 'earlier-page', 'page']],
])('a page that shows a text of %s', (_, token, words) => {
  const text = JSON.stringify({ ...question, id: 1, text: `You said ${token}` });
  const shown = answerOf('take', `${path}/take`, changed(page, 'response.questions.0.json', text));
  expect(classifyAnswer(shown, dueAt(1), at(1))).toEqual(words);
});

const choices = { kind: 'choices', became: [] } as const;
const noTexts = { kind: 'texts', became: ['missing'] } as const;

test.each([
  ['a choice', [choices], ['choices', 'answers']],
  ['texts that are gone', [noTexts, noTexts], ['texts-missing', 'texts', 'answers-missing', 'answers']],
  ['texts of which one is gone', [noTexts, { kind: 'texts', became: ['cut'] }], ['texts', 'answers']],
  [
    'answers of two kinds that are gone',
    [noTexts, { ...choices, became: ['missing'] }],
    ['answers-missing', 'answers'],
  ],
  ['answers of two kinds', [choices, noTexts], ['answers']],
] as const)('of a record it tells %s', (_, changes, words) => {
  expect(classifyChanges(changes)).toEqual(words);
});
