import { describe, expect, test } from 'vitest';
import {
  judgeKeyEffect,
  judgeKeyedRole,
  judgeKeyLetters,
  judgeKeyNotServed,
  judgeKeyRefused,
  judgeValidKey,
  keyedEndpoints,
} from '../../../src/judging/rules/authentication.ts';
import { answerOf, Collected, failing } from '../../support/judging.ts';

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
  const isRefused = (answer: typeof served) => judgeKeyRefused(findings, answer, 'create-response', 'missing', false);
  const findings = new Collected();
  for (const answer of [unauthorized, bad, missing]) expect(isRefused(answer)).toBe(true);
  expect(findings.failed).toEqual([]);
  expect(isRefused(served)).toBe(false);
  expect(findings.failed).toMatchObject([{ clause: 'AUTH-MISSING-CREATE-RESPONSE-01' }]);
});

test('what is no key lets nobody in; surveys without a page only deviate', () => {
  const of = (judge: (findings: Parameters<Parameters<typeof failing>[0]>[0], answer: typeof served) => void) =>
    [served, bad].map((answer) => failing((findings) => judge(findings, answer)));
  expect(of((findings, answer) => judgeKeyNotServed(findings, answer, 'take'))).toEqual([['AUTH-WRONG-TAKE-01'], []]);
  expect(of(judgeKeyedRole)).toEqual([['AUTH-NO-PAGE-01'], []]);
});

test.each([
  ['a word', 'key-Admin-1', ['AUTH-LETTERS-01', 'AUTH-LETTERS-02']],
  ['text in base 64', 'Zm9vYmFyLWJhei1xdXV4LTE', ['AUTH-LETTERS-01', 'AUTH-LETTERS-02']],
  ['a UUID', '7d3f7a1e-58a5-4c0b-9d2e-2f1c1f0e6a11', ['AUTH-LETTERS-01']],
  ['a number in base 32', 'KRUGS4ZANFZSAYJA', ['AUTH-LETTERS-01']],
] as const)('%s in other letters is another key, but for numbers', (_, key, clauses) => {
  const of = (answer: typeof served) => failing((findings) => judgeKeyLetters(findings, answer, key));
  expect(of(served)).toEqual(clauses);
  expect(of(bad)).toEqual([]);
});

const names: Readonly<Record<(typeof keyedEndpoints)[number], string>> = {
  take: 'TAKE',
  'previous-page': 'PREVIOUS',
  'create-department': 'CREATE-DEPARTMENT',
  'list-departments': 'LIST-DEPARTMENTS',
  'regenerate-key': 'REGENERATE-KEY',
  'create-template': 'CREATE-TEMPLATE',
  'update-datapad': 'UPDATE-DATAPAD',
  'create-response': 'CREATE-RESPONSE',
  'list-responses': 'LIST-RESPONSES',
  'filter-responses': 'FILTER-RESPONSES',
  'fetch-response': 'FETCH-RESPONSE',
};

describe.each(keyedEndpoints)('a key at %s', (endpoint) => {
  const flaws = ['missing', 'wrong', 'forbidden'] as const;
  test.each(flaws)('that is %s is refused, and does nothing', (flaw) => {
    // What permission a new key needs is not shown.
    const isOpen = endpoint === 'regenerate-key' && flaw === 'forbidden';
    const clauses = isOpen ? [] : [`AUTH-${flaw.toUpperCase()}-${names[endpoint]}-01`];
    const [id, httpStatus] = flaw === 'forbidden' ? ['1013', 403] : ['1010', 401];
    const judged = (error: string, status: number) => {
      const answer = answerOf(endpoint, '/x', { response: { error: { id: error } } }, status);
      return failing((findings) => void judgeKeyRefused(findings, answer, endpoint, flaw, true));
    };
    expect(judged(id, httpStatus)).toEqual([]);
    expect(judged('1000', httpStatus)).toEqual(clauses);
    expect(judged(id, 400)).toEqual(clauses);
    const made = (isMade: boolean) => failing((findings) => judgeKeyEffect(findings, endpoint, flaw, isMade));
    expect(made(false)).toEqual([]);
    expect(made(true)).toEqual(clauses);
  });
  test('that is no key is not served', () => {
    const answer = answerOf(endpoint, '/x', { response: {} });
    expect(failing((findings) => judgeKeyNotServed(findings, answer, endpoint))).toEqual([
      `AUTH-WRONG-${names[endpoint]}-01`,
    ]);
  });
});

test('a key that was good stays so', () => {
  const of = (answer: typeof served, wasAccepted: boolean) =>
    failing((findings) => judgeValidKey(findings, answer, wasAccepted));
  expect(of(served, true)).toEqual([]);
  expect(of(bad, true)).toEqual([]);
  expect(of(unauthorized, false)).toEqual([]);
  expect(of(unauthorized, true)).toEqual(['AUTH-HEADER-01']);
});
