import { expect, test } from 'vitest';
import { replayVerdict } from '../../src/runs/replay.ts';
import { failingResult } from '../support/sampleResults.ts';

const [violation] = failingResult().violations;
if (violation === undefined) throw new Error('the sample has no violation');

test.each([
  ['PASS', 'always', ['passes', 'passes']],
  ['FAIL', 'always', ['passes', 'fails']],
  ['FAIL', 'always', ['fails', 'unreachable']],
  ['INVALID', 'always', ['passes', 'unreachable']],
  ['INVALID', 'always', ['blocked']],
  ['INVALID', 'load-only', ['passes']],
  ['FAIL', 'load-only', ['fails']],
  ['INVALID', 'not-reproduced', ['passes']],
  ['PASS', 'interleaving-only', ['passes']],
] as const)('%s where a violation that is %s was repeated: %j', (verdict, classification, kinds) => {
  const outcomes = kinds.map((kind) => ({ kind }));
  expect(replayVerdict({ ...violation, classification }, outcomes)).toBe(verdict);
});

test('that a completion of an earlier run is not there proves nothing of this one', () => {
  const lost = { ...violation, classification: 'unclassified', symptom: { lookedFor: 'cvs-1-a' } } as const;
  expect(replayVerdict(lost, [{ kind: 'passes' }])).toBe('INVALID');
  expect(replayVerdict(lost, [{ kind: 'fails' }])).toBe('FAIL');
});
