import { expect, it } from 'vitest';
import type { PairedOptions } from '../../src/report/compare/pairedShifts.ts';
import { type PairSecond, pairBucketOf } from '../../src/result/duetResult.ts';
import { LookPlan } from '../../src/runs/sequentialLooks.ts';
import { normal, sampleRandom } from '../support/sampleRandom.ts';

function pairs(slower: number, seconds: number, noise: number): PairSecond[] {
  const random = sampleRandom(8);
  return Array.from({ length: seconds }, (_, second) => {
    const latencies = (factor: number) => {
      const level = Math.exp(noise * normal(random));
      return Array.from({ length: 40 }, () => [
        pairBucketOf(20_000 * level * factor * Math.exp(0.1 * normal(random))),
        1,
      ]);
    };
    return { second, endpoints: { take: { base: latencies(1).flat(), candidate: latencies(1 + slower).flat() } } };
  });
}

/** After how many seconds it was sure, with what was then judged; null when it never was. */
function walked(all: readonly PairSecond[]): { seconds: number | null; plan: LookPlan; judged: readonly PairSecond[] } {
  const plan = new LookPlan();
  const options = (): PairedOptions => ({
    minimumEffect: 0.03,
    falseAlarms: 0.05,
    instanceNoise: 0.005,
    look: plan.look,
  });
  const at = all.findIndex((_, index) => plan.isSure(all.slice(0, index + 1), index + 1, options));
  return { seconds: at < 0 ? null : at + 1, plan, judged: plan.last(all) };
}

it('goes on until it is sure, and judges what made it so', () => {
  const clear = walked(pairs(0.2, 120, 0.02));
  expect(clear.seconds).toBe(30);
  expect(clear.plan.look).toBe(1);
  expect(clear.judged).toHaveLength(30);
  const noisy = walked(pairs(0.1, 400, 0.15));
  expect(noisy.seconds).toBeGreaterThan(30);
  expect(noisy.plan.look).toBeGreaterThan(1);
  expect(noisy.judged).toHaveLength(noisy.seconds ?? 0);
});

it('looks once more, at everything, where it never was sure', () => {
  const { seconds, plan, judged } = walked(pairs(0.03, 60, 0.1));
  expect(seconds).toBeNull();
  // At 30, 42 and 59 seconds, and at the end.
  expect(plan.look).toBe(4);
  expect(judged).toHaveLength(60);
});
