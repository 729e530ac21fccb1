import { expect, test } from 'vitest';
import { runSelftestPool } from '../../src/selftest/selftestPool.ts';
import { summarize } from '../../src/selftest/selftestReport.ts';
import type { SelftestJob } from '../../src/selftest/selftestThread.ts';

/**
 * One of each kind: the others are run by `canvass selftest`. Faults are tried one by one, without sockets, in
 * `test/conformance/probes`, variants all at once in `test/goldens`.
 */
const jobs: readonly SelftestJob[] = [
  { kind: 'variant', index: 0 },
  { kind: 'fault', index: 0 },
];

test('conformance notices an injected fault, and is silent on a service that keeps the document', async () => {
  const { faults, variants } = await runSelftestPool({
    threads: 2,
    plan: { seed: 1, randomVariants: 0 },
    jobs,
    onOutcome: () => {},
  });
  const summary = summarize(faults, variants, null);
  expect([faults.length, variants.length]).toEqual([1, 1]);
  expect(summary.passed, summary.text).toBe(true);
});
