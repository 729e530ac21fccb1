import { expect, test } from 'vitest';
import { CoverageCounters } from '../../src/respondent/coverage.ts';

test('what was counted is handed over once, errors where the document has them', () => {
  const coverage = new CoverageCounters();
  for (const status of ['success', 'success', 'redirect'] as const) coverage.count('statuses', status);
  for (const id of ['1010', 1002, '1999', null]) coverage.error(id);
  const { statuses, errors } = coverage.take();
  expect([statuses, errors]).toEqual([
    { success: 2, redirect: 1 },
    { 1002: 1, 1010: 1 },
  ]);
  expect([coverage.take().statuses, coverage.take().errors]).toEqual([{}, {}]);
});
