import { expect, test } from 'vitest';
import { summarize } from '../../../src/conformance/selftest/selftestReport.ts';
import { runSelftestPool } from '../../../src/runs/selftestPool.ts';
import { faultySubjects } from '../../../src/runs/selftestSubjects.ts';
import type { SelftestJob } from '../../../src/runs/selftestThread.ts';

const seed = 1;
const randomVariants = 2;

/** One in so many, spread over all areas: the rest takes too long for CI and is run by `canvass selftest`. */
const faultStep = 25;

test('conformance notices injected faults of every area', {
  timeout: 300_000,
}, async () => {
  const jobs: SelftestJob[] = [
    ...faultySubjects(null)
      .map((_, index): SelftestJob => ({ kind: 'fault', index }))
      .filter((_, index) => index % faultStep === 0),
  ];
  const { faults, variants } = await runSelftestPool({
    threads: 2,
    plan: { seed, randomVariants },
    jobs,
    onOutcome: () => {},
  });
  const summary = summarize(faults, variants, false);
  expect(faults.length + variants.length).toBe(jobs.length);
  expect(summary.passed, summary.text).toBe(true);
});
