import { expect, test } from 'vitest';
import { QuestionReader } from '../../src/judging/reading/question.ts';
import { UnreadAnswers } from '../../src/judging/unreadAnswers.ts';
import { failing } from '../support/judging.ts';

const formParam = { paramPrefix: 't_', paramIdType: 'answerId' };
const json = JSON.stringify({ id: 10, type: 'T', text: '', answers: [{ id: 11, selected: false }], formParam });
const { question } = new QuestionReader().of(json, '');
const texts = ['one', 'two', 'three', 'four', 'five', 'six'];

/** @param says what is said of a text, or nothing where it is taken. @param ofNone what is said where there is none. */
function judged(says: (text: string) => string | null, ofNone: string | null): readonly string[] {
  if (question === null) throw new Error('no question');
  return failing((findings) => {
    const unread = new UnreadAnswers();
    for (const text of texts) {
      const message = says(text);
      if (message === null) unread.taken(question, { t_11: text });
      else unread.refused(question, { t_11: text }, message, findings);
    }
    if (ofNone !== null) unread.refused(question, {}, ofNone, findings);
    unread.judge();
  });
}

const required = 'This question is required.';

test('answers that are all refused as if there were none are not read', () => {
  expect(judged(() => required, required)).toEqual(['KEYS-TEXT-01']);
});

test('a rule of the question that none of them meets has words of its own', () => {
  expect(judged(() => 'Please give an address.', required)).toEqual([]);
  expect(judged((text) => (text === 'two' ? 'Too short.' : required), required)).toEqual([]);
});

test('nothing is said of a question that may be left out, or took one of them', () => {
  expect(judged(() => required, null)).toEqual([]);
  expect(judged((text) => (text === 'six' ? null : required), required)).toEqual([]);
});
