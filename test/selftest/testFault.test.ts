import { expect, test } from 'vitest';
import { faults } from '../../src/selftest/faults/faults.ts';
import { summarize } from '../../src/selftest/selftestReport.ts';
import { allowedSubjects, selftestProfile } from '../../src/selftest/selftestSubjects.ts';
import { testFault, testVariant } from '../../src/selftest/testFault.ts';

/**
 * One of each kind: the others are run by `canvass selftest`, whose threads `scriptTrial.test.ts` starts. Faults are tried
 * one by one, without sockets, in `test/conformance/probes`, variants all at once in `test/goldens`.
 */
test('conformance notices an injected fault, and is silent on a service that keeps the document', async () => {
  const [fault] = faults;
  const [variant] = allowedSubjects(0, 1);
  if (fault === undefined || variant === undefined) throw new Error('there is one of each');
  const profile = selftestProfile(1);
  const outcomes = [await testFault(fault, profile)];
  const summary = summarize(outcomes, [await testVariant(variant, profile)], null);
  expect(summary.passed, summary.text).toBe(true);
});
