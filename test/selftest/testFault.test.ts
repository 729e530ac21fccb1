import { expect, test } from 'vitest';
import { faults as allFaults } from '../../src/selftest/faults/faults.ts';
import { runSelftestPool } from '../../src/selftest/selftestPool.ts';
import { summarize } from '../../src/selftest/selftestReport.ts';
import { allowedSubjects } from '../../src/selftest/selftestSubjects.ts';
import type { SelftestJob } from '../../src/selftest/selftestThread.ts';

const seed = 1;
const randomVariants = 2;

/**
 * One in so many: the rest takes too long for CI and is run by `canvass selftest`. Faults are tried one by one, without
 * sockets, in `test/conformance/probes`, variants all at once in `test/goldens`.
 */
const faultStep = 300;
const variantStep = 96;

function every(step: number, kind: SelftestJob['kind'], count: number): SelftestJob[] {
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => ({ kind, index: at * step }));
}

test('conformance notices injected faults of every area, and is silent on services that keep the document', async () => {
  const jobs = [
    ...every(variantStep, 'variant', allowedSubjects(randomVariants, seed).length),
    ...every(faultStep, 'fault', allFaults.length),
  ];
  const { faults, variants } = await runSelftestPool({
    threads: 2,
    plan: { seed, randomVariants },
    jobs,
    onOutcome: () => {},
  });
  const summary = summarize(faults, variants, null);
  expect(faults.length + variants.length).toBe(jobs.length);
  expect(summary.passed, summary.text).toBe(true);
});
