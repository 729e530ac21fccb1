import { expect, test } from 'vitest';
import { clauseIds, clauses } from '../../../src/contract/clauses/catalogue.ts';
import { gates } from '../../../src/result/tally/gating.ts';

const aMust = clauseIds.find((id) => clauses[id].level === 'must') ?? '';
const aShould = clauseIds.find((id) => clauses[id].level === 'should') ?? '';

test.each([
  ['a new violation of a promise', aMust, { kind: 'NEW' }, true],
  ['one that comes at times', aMust, { kind: 'FLAKY', failed: 1, repeated: 5 }, true],
  ['one that is known', aMust, { kind: 'KNOWN', issue: 'X-1', expires: '2030-01-01' }, false],
  ['one that is gone', aMust, { kind: 'GONE' }, false],
  ['a departure from an example', aShould, { kind: 'NEW' }, false],
  ['an answer that was accepted and has changed', 'Q-EXPIRED-HTTP', { kind: 'NEW' }, true],
] as const)('%s decides whether the run fails', (_, clause, baseline, fails) => {
  expect(gates({ clause, baseline })).toBe(fails);
});
