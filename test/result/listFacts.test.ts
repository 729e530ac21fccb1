import { expect, test } from 'vitest';
import { isFiltered, isUnmarked } from '../../src/result/listFacts.ts';

const filter = '/a/api/v2/surveys/7/responses/filter?custom4=a&page=1&perPage=2';

test.each([
  ['with the value', { customVariables: { custom4: 'a' } }, true, false],
  ['with another', { customVariables: { custom4: 'b' } }, false, false],
  ['with null', { customVariables: { custom4: null } }, false, true],
  ['with nothing', {}, false, true],
])('a record created %s is one that a filter finds, or that none may find', (_, body, found, unmarked) => {
  expect([isFiltered(filter, JSON.stringify(body)), isUnmarked(filter, JSON.stringify(body))]).toEqual([
    found,
    unmarked,
  ]);
});

test('of a list that no filter asked for nothing is known', () => {
  expect([isFiltered('/a?page=1', '{}'), isUnmarked('/a?page=1', '{}')]).toEqual([false, false]);
});
