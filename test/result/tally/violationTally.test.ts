import { expect, test } from 'vitest';
import { gates } from '../../../src/result/tally/violationTally.ts';

test.each([
  ['a new violation of a promise', true, { kind: 'NEW' }, true],
  ['one that comes at times', true, { kind: 'FLAKY', failed: 1, repeated: 5 }, true],
  ['one that is known', true, { kind: 'KNOWN', issue: 'X-1', expires: '2030-01-01' }, false],
  ['one that is gone', true, { kind: 'GONE' }, false],
  ['a departure from an example', false, { kind: 'NEW' }, false],
] as const)('%s decides whether the run fails', (_, gating, baseline, fails) => {
  expect(gates({ gating, baseline })).toBe(fails);
});
