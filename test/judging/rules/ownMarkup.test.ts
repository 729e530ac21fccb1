import { expect, test } from 'vitest';
import { judgeOwnMarkup } from '../../../src/judging/rules/keys.ts';
import { answerOf, failing } from '../../support/judging.ts';

/** Questions 1 and 2 of one page, with this markup. */
function judged(...markups: readonly string[]): readonly string[] {
  const formParam = { paramPrefix: 'u', paramIdType: 'questionId' };
  const questions = markups.map((html, at) => {
    const id = at + 1;
    return {
      html,
      json: JSON.stringify({ id, type: 'U', text: '', answers: [{ id: id * 10, text: 'Yes' }], formParam }),
    };
  });
  const answer = answerOf('take', '/surveys/1001/take', { response: { status: 'success', questions } });
  return failing((findings) => judgeOwnMarkup(findings, answer));
}

const input = (id: number): string => `<input type="radio" name="u_${id}" value="${id * 10}">`;

test('questions have their own markup', () => expect(judged(input(1), input(2))).toEqual([]));
test('one may hold the table of all', () => expect(judged(input(1) + input(2), '<p>above</p>')).toEqual([]));
test('one may hold what another one leaves out', () => expect(judged(input(2), '')).toEqual([]));
test('none has that of another', () => expect(judged(input(2), input(1))).toEqual(['KEYS-HTML-02']));
test('none repeats that of another', () => expect(judged(input(2), input(2))).toEqual(['KEYS-HTML-02']));
