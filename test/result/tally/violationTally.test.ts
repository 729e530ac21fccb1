import { expect, test } from 'vitest';
import { newViolation } from '../../../src/judging/identity.ts';
import { completionChances } from '../../../src/result/chances.ts';
import { gates, ViolationTally } from '../../../src/result/tally/violationTally.ts';

const nobody = (): boolean => false;
const seen = (clause: string, count: number, isFirst = true, walks = 0) => {
  const facts = { clause, endpoint: 'take', path: '', expected: 'a', actual: 'b' } as const;
  const first = newViolation(facts, { steps: [], failingStep: 0, curl: '' });
  return { key: clause, first: isFirst ? first : null, gating: first.gating, count, walks };
};

test('events count what may fail a run, and say when it was first seen', () => {
  const tally = new ViolationTally();
  tally.add(seen('MOVE-BACK-01', 2), 3);
  tally.add(seen('MOVE-BACK-01', 5, false), 4);
  tally.add(seen('ERROR-500-01', 9), null);
  expect(tally.list(9, {})).toMatchObject([
    { clause: 'MOVE-BACK-01', count: 7, firstSecond: 3, gating: true },
    { clause: 'ERROR-500-01', count: 9, gating: false },
  ]);
  expect(tally.list(9, {})[1]).not.toHaveProperty('firstSecond');
  expect([tally.events(nobody), tally.distinct(nobody)]).toEqual([7, 1]);
  expect([tally.events(() => true), tally.distinct(() => true)]).toEqual([0, 0]);
});

test('walks add up to the chances of a violation, of all that were started', () => {
  const tally = new ViolationTally();
  tally.add(seen('MOVE-BACK-01', 700, true, 11), 3);
  tally.add(seen('MOVE-BACK-01', 224, false, 4), 4);
  tally.add(seen('ERROR-500-01', 9), null);
  const [walked, called] = tally.list(15, {});
  expect(walked).toMatchObject({ count: 924, chances: { failed: 15, of: 15, what: 'walks' } });
  expect(called).not.toHaveProperty('chances');
  expect(tally.list(14, {})[0]).not.toHaveProperty('chances');
});

test('what each check of its clause showed was seen in each walk that came to one', () => {
  const tally = new ViolationTally();
  tally.add(seen('MOVE-BACK-01', 42, true, 36), 3);
  expect(tally.list(174, { 'MOVE-BACK-01': 42 })[0]?.chances).toEqual({ failed: 36, of: 36, what: 'walks' });
  expect(tally.list(174, { 'MOVE-BACK-01': 43 })[0]?.chances).toEqual({ failed: 36, of: 174, what: 'walks' });
});

test('what audits found adds up to completions, of all that were looked for', () => {
  const tally = new ViolationTally();
  const lost = (count: number, of: number) => {
    const { first, ...delta } = seen('SANITY-LOST-02', count);
    return { ...delta, first: first === null ? null : { ...first, ...completionChances(count, of) } };
  };
  tally.add(lost(3, 100), null);
  tally.add(lost(2, 40), null);
  const chances = { failed: 5, of: 240, what: 'completions' };
  expect(tally.list(900, { 'SANITY-LOST-02': 240 })).toMatchObject([{ count: 5, chances }]);
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
