import { expect, test } from 'vitest';
import { summarize } from '../../../src/conformance/selftest/selftestReport.ts';
import { runSelftestPool } from '../../../src/runs/selftestPool.ts';
import { allowedSubjects, faultySubjects } from '../../../src/runs/selftestSubjects.ts';
import type { SelftestJob } from '../../../src/runs/selftestThread.ts';

const seed = 1;
const randomVariants = 2;

/** One in so many, spread over all areas: the rest takes too long for CI and is run by `canvass selftest`. */
const faultStep = 25;
const variantStep = 4;

test('conformance notices injected faults of every area, and is silent on what the document allows', {
  timeout: 1_800_000,
}, async () => {
  const jobs: SelftestJob[] = [
    ...allowedSubjects(randomVariants, seed)
      .map((_, index): SelftestJob => ({ kind: 'variant', index }))
      .filter((_, index) => index % variantStep === 0),
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
