import { expect, test } from 'vitest';
import { replayVerdict } from '../../src/runs/replay.ts';

test.each([
  ['PASS', 'always', ['passes', 'passes']],
  ['FAIL', 'always', ['passes', 'fails']],
  ['FAIL', 'always', ['fails', 'unreachable']],
  ['INVALID', 'always', ['passes', 'unreachable']],
  ['INVALID', 'always', ['blocked']],
  ['INVALID', 'load-only', ['passes']],
  ['FAIL', 'load-only', ['fails']],
] as const)('%s where a violation that is %s was repeated: %j', (verdict, classification, kinds) => {
  const outcomes = kinds.map((kind) => ({ kind }));
  expect(replayVerdict({ classification }, outcomes)).toBe(verdict);
});

test('that a completion of an earlier run is not there proves nothing of this one', () => {
  const lost = { classification: 'unclassified', symptom: { lookedFor: 'cvs-1-a' } } as const;
  expect(replayVerdict(lost, [{ kind: 'passes' }])).toBe('INVALID');
  expect(replayVerdict(lost, [{ kind: 'fails' }])).toBe('FAIL');
});
