import { expect, test } from 'vitest';
import { replayVerdict } from '../../src/runs/replay.ts';

test.each([
  ['PASS', 'always', ['passes', 'passes']],
  ['FAIL', 'always', ['passes', 'fails']],
  ['FAIL', 'always', ['fails', 'unreachable']],
  ['INVALID', 'always', ['passes', 'unreachable']],
  ['INVALID', 'load-only', ['passes']],
  ['FAIL', 'load-only', ['fails']],
] as const)('%s where a violation that is %s was repeated: %j', (verdict, classification, kinds) => {
  const outcomes = kinds.map((kind) => ({ kind }));
  expect(replayVerdict({ classification }, outcomes)).toBe(verdict);
});
