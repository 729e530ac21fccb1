import { expect, test } from 'vitest';
import { acceptableAsObserved, acceptableIn } from '../../../src/judging/baseline/standing.ts';
import type { Observation } from '../../../src/result/verdict.ts';

const known = ['cookie', 'token', 'auto'].map((session) => ({
  ...{ session, clause: 'MOVE-BACK-01', issue: session, expires: '2999-01-01' },
}));
const observed = (...values: readonly string[]): Observation[] => [
  {
    ...{ id: 'Q-SESSION-TRANSPORT', question: '', section: 'take', verdict: 'OBSERVED' },
    alternatives: values.map((value) => ({ value, count: 1, witness: null })),
  },
];
const issues = (session: string, ...values: readonly string[]): string[] => {
  const situation = { release: 'ALPHA', datacenter: 'local', session };
  const acceptable = acceptableIn({ accepted: [], known }, situation, '2026-01-01');
  return acceptableAsObserved(acceptable, observed(...values)).known.map(({ issue }) => issue);
};

test('an entry that is bound to a session transport holds where it was observed, and the profile says auto', () => {
  expect(issues('auto', 'token')).toEqual(['token', 'auto']);
  expect(issues('auto', 'cookie')).toEqual(['cookie', 'auto']);
});

test('what the profile says goes before what was observed; where nothing was, auto is the word', () => {
  expect(issues('cookie', 'token')).toEqual(['cookie']);
  expect(issues('auto')).toEqual(['auto']);
  expect(issues('auto', 'cookie', 'token')).toEqual(['auto']);
});
