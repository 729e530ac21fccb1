import { expect, test } from 'vitest';
import { judgeAdministration } from '../../../src/judging/allRules.ts';
import {
  judgeExpiredBack,
  judgeExpiredKey,
  judgeNewKey,
  judgeOtherKey,
  judgeReplacementKey,
  judgeSessionKept,
} from '../../../src/judging/rules/apiKey.ts';
import { answerOf, failing } from '../../support/judging.ts';
import { pageAnswer, shownIn } from '../sampleAnswers.ts';

const list = '/surveys/1001/responses';
const served = answerOf('list-responses', list, { response: [] });
const refused = answerOf('list-responses', list, { response: { error: {} } }, 401);
const forbidden = answerOf('list-responses', list, { response: { error: {} } }, 403);
const elsewise = answerOf('list-responses', list, { response: { error: {} } }, 404);

test('the answer has a key', () => {
  const clausesOf = (response: unknown) =>
    failing((findings) =>
      judgeAdministration(findings, answerOf('regenerate-key', '/apikey/regenerate', { response })),
    );
  expect(clausesOf({ apiKey: 'k' })).toEqual([]);
  expect(clausesOf({ apiKey: 7 })).toEqual(['KEY-REGENERATE-01']);
  expect(clausesOf({})).toEqual(['KEY-REGENERATE-01']);
});

test('it is another key, and the only one that changes', () => {
  expect(failing((findings) => judgeNewKey(findings, ['a'], 'a', 'a'))).toEqual(['KEY-REGENERATE-02']);
  expect(failing((findings) => judgeExpiredKey(findings, served))).toEqual(['KEY-REGENERATE-03']);
  expect(failing((findings) => judgeExpiredKey(findings, refused))).toEqual([]);
  expect(failing((findings) => judgeExpiredBack(findings, served))).toEqual(['KEY-REGENERATE-03']);
  expect(failing((findings) => judgeExpiredBack(findings, elsewise))).toEqual([]);
  expect(failing((findings) => judgeReplacementKey(findings, refused))).toEqual(['KEY-REGENERATE-04']);
  expect(failing((findings) => judgeReplacementKey(findings, elsewise))).toEqual([]);
  expect(failing((findings) => judgeOtherKey(findings, served, refused))).toEqual(['KEY-REGENERATE-05']);
  expect(failing((findings) => judgeOtherKey(findings, forbidden, refused))).toEqual(['KEY-REGENERATE-05']);
  expect(failing((findings) => judgeOtherKey(findings, forbidden, forbidden))).toEqual([]);
  expect(failing((findings) => judgeOtherKey(findings, refused, refused))).toEqual([]);
});

test('a respondent stays where it is', () => {
  const [first, second] = [pageAnswer([1]), pageAnswer([2])];
  expect(failing((findings) => judgeSessionKept(findings, second, shownIn(second)))).toEqual([]);
  expect(failing((findings) => judgeSessionKept(findings, first, shownIn(second)))).toEqual(['KEY-REGENERATE-06']);
});
