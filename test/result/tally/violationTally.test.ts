import { expect, test } from 'vitest';
import { newViolation } from '../../../src/judging/identity.ts';
import { gates, ViolationTally } from '../../../src/result/tally/violationTally.ts';

const nobody = (): boolean => false;
const seen = (clause: string, count: number, isFirst = true) => {
  const facts = { clause, endpoint: 'take', path: '', expected: 'a', actual: 'b' } as const;
  const first = newViolation(facts, { steps: [], failingStep: 0, curl: '' });
  return { key: clause, first: isFirst ? first : null, gating: first.gating, count };
};

test('events count what may fail a run, and say when it was first seen', () => {
  const tally = new ViolationTally();
  tally.add(seen('MOVE-BACK-01', 2), 3);
  tally.add(seen('MOVE-BACK-01', 5, false), 4);
  tally.add(seen('ERROR-500-01', 9), null);
  expect(tally.list()).toMatchObject([
    { clause: 'MOVE-BACK-01', count: 7, firstSecond: 3, gating: true },
    { clause: 'ERROR-500-01', count: 9, gating: false },
  ]);
  expect(tally.list()[1]).not.toHaveProperty('firstSecond');
  expect([tally.events(nobody), tally.distinct(nobody)]).toEqual([7, 1]);
  expect([tally.events(() => true), tally.distinct(() => true)]).toEqual([0, 0]);
});

test.each([
  ['a new violation of a promise', true, { kind: 'NEW' }, true],
  ['one that comes at times', true, { kind: 'FLAKY', failed: 1, repeated: 5 }, true],
  ['one that is known', true, { kind: 'KNOWN', issue: 'X-1', expires: '2030-01-01' }, false],
  ['one that is gone', true, { kind: 'GONE' }, false],
  ['a departure from an example', false, { kind: 'NEW' }, false],
] as const)('%s decides whether the run fails', (_, gating, baseline, fails) => {
  expect(gates({ gating, baseline })).toBe(fails);
});
