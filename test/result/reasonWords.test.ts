import { Create } from 'typebox/value';
import { expect, it } from 'vitest';
import { Reason } from '../../src/result/reason.ts';
import { inWords, reasonWords } from '../../src/result/reasonWords.ts';

const samples = Reason.anyOf.map((schema) => Create(schema) as Reason);

it.each(samples)('$code is one sentence', (reason) => {
  expect(reasonWords({ ...reason, ...('reading' in reason ? { reading: 'It holds.' } : {}) })).toMatch(/^[^\n]+[.?]$/);
});

it('a reason of a shard names its run', () => {
  expect(reasonWords({ code: 'no-check', run: 'shard-2' })).toBe('shard-2: No check was executed.');
});

it('sentences and data stand side by side, in one order', () => {
  const codes: Reason[] = [
    { code: 'promises-broken', problems: 3, clauses: ['A', 'B', 'C', 'D', 'E', 'F'] },
    { code: 'threshold-missed', expression: 'requests < 3', abortedAtSecond: 4 },
  ];
  expect(inWords(codes)).toEqual({
    reasons: [
      '3 problems break 6 promises of the document: A, B, C, D, E and 1 more.',
      'Threshold “requests < 3” was missed, and ended the run at second 4.',
    ],
    reasonCodes: codes,
  });
});
