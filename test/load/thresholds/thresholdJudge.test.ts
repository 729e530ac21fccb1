import { describe, expect, it } from 'vitest';
import type { Measured } from '../../../src/load/thresholds/requestMetrics.ts';
import { ThresholdJudge } from '../../../src/load/thresholds/thresholdJudge.ts';
import type { ThresholdResult } from '../../../src/result/runResult.ts';
import { Tally } from '../../../src/result/tally/tally.ts';
import { sampleDelta, sampleEndpoint } from '../../support/sampleDeltas.ts';

/** Runs seconds of given latency (ms; `null` for a second without a request) through a judge with one threshold. */
function run(
  threshold: { expression: string; windowSeconds?: number; abort?: boolean },
  latenciesMs: readonly (number | null)[],
): { result: ThresholdResult | undefined; abortedAt: number | null } {
  const judge = new ThresholdJudge([{ windowSeconds: null, abort: false, ...threshold }]);
  const tally = new Tally();
  const measured: Measured = { tally, generator: null, coverage: null, audit: null, isTolerated: () => false };
  let abortedAt: number | null = null;
  latenciesMs.forEach((latencyMs, second) => {
    const endpoints = latencyMs === null ? {} : { take: sampleEndpoint({ ok: 10 }, latencyMs * 1000) };
    const delta = sampleDelta({ second, endpoints });
    tally.add(delta);
    if (judge.onSecond(delta, measured) !== null) abortedAt ??= second;
  });
  return { result: judge.results(measured)[0], abortedAt };
}

const bad = 900;
const good = 10;

describe('thresholds', () => {
  it('are judged over the whole run', () => {
    expect(run({ expression: 'latency.p50 < 500ms' }, [good, good, bad]).result).toMatchObject({ passed: true });
    expect(run({ expression: 'latency.p99 < 500ms' }, [good, good, bad]).result).toMatchObject({ passed: false });
  });

  it('of a window fail when any window misses, and show the worst', () => {
    const { result, abortedAt } = run({ expression: 'latency.p50 < 500ms', windowSeconds: 2 }, [
      good,
      bad,
      bad,
      good,
      good,
    ]);
    expect(result).toMatchObject({ passed: false, windowSeconds: 2, limit: 500_000 });
    expect(result?.value).toBeGreaterThan(890_000);
    expect(abortedAt).toBeNull();
  });

  it('of a window wait until the window is full', () => {
    expect(run({ expression: 'latency.p50 < 500ms', windowSeconds: 3 }, [bad, good, good]).result).toMatchObject({
      passed: true,
    });
  });

  it('abort the run at the second that misses', () => {
    const { result, abortedAt } = run({ expression: 'latency.p50 < 500ms', windowSeconds: 2, abort: true }, [
      good,
      good,
      bad,
      bad,
    ]);
    expect(abortedAt).toBe(3);
    expect(result).toMatchObject({ passed: false, abortedAtSecond: 3 });
  });

  it('have not passed when nothing was measured of them', () => {
    expect(run({ expression: 'latency.p50 < 500ms' }, [null, null]).result).toMatchObject({
      passed: false,
      value: null,
    });
    expect(run({ expression: 'latency.p50 < 500ms', windowSeconds: 1 }, [null]).result).toMatchObject({
      passed: false,
      value: null,
    });
  });
});
