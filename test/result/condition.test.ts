import { expect, test } from 'vitest';
import { conditionOf } from '../../src/result/condition.ts';
import { sampleViolations } from '../support/sampleVerdicts.ts';

test.each([
  ['a key', 'AUTH-WRONG-TAKE-01', 'where it begins with the good one', 2, 12, true],
  ['an endpoint', 'KEY-REGENERATE-03', 'in filter-responses', 1, 9, true],
  ['a key beside few others', 'AUTH-WRONG-TAKE-01', 'where it is empty', 1, 2, false],
  ['what is no kind of key', 'AUTH-WRONG-TAKE-01', 'in survey 7', 1, 9, false],
  ['an endpoint, where it is not asked of keys', 'RESPONSE-UNIQUE-01', 'in create-response', 1, 9, false],
])('%s that is tried once is told where it alone fails: %s %s', (_, clause, words, failed, others, isTold) => {
  const condition = { words, failed, of: failed, others, isSure: false };
  const [sample] = sampleViolations(1);
  if (sample === undefined) throw new Error('no sample');
  const violation = { ...sample, clause, classification: 'always', condition } as const;
  expect(conditionOf(violation)).toEqual(isTold ? condition : null);
  expect(conditionOf({ ...violation, condition: { ...condition, of: failed + 1 } })).toBeNull();
});
