import { expect, test } from 'vitest';
import {
  judgeKeyedRole,
  judgeKeyLetters,
  judgeKeyNotServed,
  judgeKeyRefused,
} from '../../../src/judging/rules/authentication.ts';
import { answerOf, failing } from '../../support/judging.ts';

const list = '/surveys/1001/responses';
const served = answerOf('list-responses', list, { response: [] });
const unauthorized = answerOf('list-responses', list, { response: { error: { id: '1010' } } }, 401);
const bad = answerOf('create-response', list, { response: { error: { id: '1000' } } }, 400);
const missing = answerOf('fetch-response', `${list}/1`, { response: { error: { id: '1040' } } }, 404);

test('a key that is no good is refused as the table says, where nothing else can be refused', () => {
  const of = (answer: typeof served, isGood: boolean) =>
    failing((findings) => judgeKeyRefused(findings, answer, 'list-responses', 'wrong', isGood));
  expect(of(unauthorized, true)).toEqual([]);
  for (const answer of [served, bad, missing]) expect(of(answer, true)).toEqual(['AUTH-WRONG-LIST-RESPONSES-01']);
});

test('a body or an id that no good key was granted may be refused first, though not served', () => {
  const of = (answer: typeof served) =>
    failing((findings) => judgeKeyRefused(findings, answer, 'create-response', 'missing', false));
  for (const answer of [unauthorized, bad, missing]) expect(of(answer)).toEqual([]);
  expect(of(served)).toEqual(['AUTH-MISSING-CREATE-RESPONSE-01']);
});

test('what is no key lets nobody in; other letters, and surveys without a page, only deviate', () => {
  const of = (judge: (findings: Parameters<Parameters<typeof failing>[0]>[0], answer: typeof served) => void) =>
    [served, bad].map((answer) => failing((findings) => judge(findings, answer)));
  expect(of((findings, answer) => judgeKeyNotServed(findings, answer, 'take'))).toEqual([['AUTH-WRONG-TAKE-01'], []]);
  expect(of(judgeKeyLetters)).toEqual([['AUTH-LETTERS-01'], []]);
  expect(of(judgeKeyedRole)).toEqual([['AUTH-NO-PAGE-01'], []]);
});
