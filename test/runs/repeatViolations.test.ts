import { expect, test } from 'vitest';
import { newViolation } from '../../src/judging/identity.ts';
import { repeatViolations } from '../../src/runs/repeatViolations.ts';
import { selftestProfile } from '../../src/selftest/selftestSubjects.ts';
import { sampleResult } from '../support/sampleResults.ts';

test('reasons count problems as the repetition leaves them', async () => {
  const violations = (['PAGE-STATUS-01', 'PAGE-REDIRECT-01'] as const).map((clause) =>
    newViolation(
      { clause, endpoint: 'take', path: 'response.meta', expected: 'a', actual: 'b' },
      { steps: [], failingStep: 0, curl: '' },
    ),
  );
  const clauses = violations.map(({ clause }) => clause);
  const seen = {
    ...sampleResult(),
    violations,
    // As they were before: of two causes.
    reasonCodes: [
      { code: 'promises-broken', problems: 2, clauses } as const,
      { code: 'tolerated', violations: 3 } as const,
    ],
  };
  const calm = new AbortController().signal;
  const { problems, reasons } = await repeatViolations(seen, selftestProfile(1), 'http://127.0.0.1:9', {
    interrupt: calm,
    abandon: calm,
    onNotice: () => undefined,
  });
  expect(problems).toHaveLength(1);
  expect(reasons).toEqual([
    'One problem breaks 2 promises of the document: PAGE-STATUS-01, PAGE-REDIRECT-01.',
    '3 known violations are tolerated by the baseline.',
  ]);
});
