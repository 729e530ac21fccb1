import { expect, test } from 'vitest';
import { summarize } from '../../../src/conformance/selftest/selftestReport.ts';
import { runSelftestPool } from '../../../src/runs/selftestPool.ts';
import { allowedSubjects, faultySubjects } from '../../../src/runs/selftestSubjects.ts';
import type { SelftestJob } from '../../../src/runs/selftestThread.ts';

const seed = 1;
const randomVariants = 2;

/** The gate of this project: every injected fault is noticed, every clause can fail, nothing else is reported. */
test('conformance notices every injected fault, and is silent on everything that the document allows', {
  timeout: 1_800_000,
}, async () => {
  const jobs: SelftestJob[] = [
    ...allowedSubjects(randomVariants, seed).map((_, index): SelftestJob => ({ kind: 'variant', index })),
    ...faultySubjects(null).map((_, index): SelftestJob => ({ kind: 'fault', index })),
  ];
  const { faults, variants } = await runSelftestPool({
    threads: 2,
    plan: { seed, randomVariants },
    jobs,
    onOutcome: () => {},
  });
  const summary = summarize(faults, variants, true);
  expect(faults.length + variants.length).toBe(jobs.length);
  expect(summary.withoutFault).toEqual([]);
  expect(summary.passed, summary.text).toBe(true);
});
