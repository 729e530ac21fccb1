import { describe, expect, it } from 'vitest';
import { countBad, parseObjective, percentileIn } from '../../src/capacity/serviceLevel.ts';
import { ToolError } from '../../src/errors.ts';
import type { TimelinePoint } from '../../src/result/timeline.ts';
import { timelineBucketOf } from '../../src/result/timelineLatency.ts';

function secondOf(latenciesMs: readonly number[], errors = 0): TimelinePoint {
  const buckets = latenciesMs.flatMap((ms) => [timelineBucketOf(ms * 1000), 1]);
  const zero = { second: 0, arrivals: 0, dropped: 0, active: 0, completed: 0, throttled: 0, expectedRejections: 0 };
  const latency = { violations: 0, p50: 0, p90: 0, p95: 0, p99: 0, max: 0 };
  const endpoint = { requests: latenciesMs.length, errors, buckets };
  return { ...zero, ...latency, requests: latenciesMs.length, errors, endpoints: { take: endpoint } };
}

describe('an objective', () => {
  it.each([
    ['latency.p99 < 500ms', { kind: 'latency', limitUs: 500_000, endpoint: null }, 0.01],
    ['latency.p999 < 2s', { kind: 'latency', limitUs: 2_000_000, endpoint: null }, 0.001],
    ['endpoint(submit-page).latency.p95 <= 250ms', { endpoint: 'submit-page', limitUs: 250_000 }, 0.05],
    ['errors.rate < 0.5%', { kind: 'errors' }, 0.005],
    ['errors.rate < 1%', { kind: 'errors' }, 0.01],
  ])('reads %s', (expression, parts, allowed) => {
    const objective = parseObjective(expression);
    expect(objective).toMatchObject(parts);
    expect(objective.allowed).toBeCloseTo(allowed, 9);
  });

  it.each([
    'latency.mean < 5ms',
    'latency.p99 > 5ms',
    'latency.p99 < 5',
    'errors.rate < 5ms',
    'errors.rate < 0.005',
    'violations == 0',
    '',
    'latency.p00 < 1s',
  ])('refuses %j with what may be written', (expression) => {
    expect(() => parseObjective(expression)).toThrow(ToolError);
    expect(() => parseObjective(expression)).toThrow(/write for example/);
  });

  it.each([
    ['p95', ['errors.rate < 0.5%', 'endpoint(take).latency.p95<300ms']],
    ['p99', ['latency.p99 < 500ms']],
    ['p99', ['latency.p999 < 500ms']],
    ['p50', ['latency.p99 < 500ms', 'latency.p50 < 1s']],
    ['p99', ['errors.rate < 0.5%']],
  ] as const)('are about the percentile %s of a probe: %j', (percentile, slo) => {
    expect(percentileIn(slo)).toBe(percentile);
  });

  it('counts the requests that were too slow, of its endpoint only', () => {
    const second = secondOf([10, 20, 400, 800, 900]);
    expect(countBad(parseObjective('latency.p99 < 500ms'), second)).toEqual({ bad: 2, total: 5 });
    expect(countBad(parseObjective('endpoint(take).latency.p99 < 500ms'), second)).toEqual({ bad: 2, total: 5 });
    expect(countBad(parseObjective('endpoint(submit-page).latency.p99 < 1ms'), second)).toEqual({ bad: 0, total: 0 });
    expect(countBad(parseObjective('errors.rate < 1%'), secondOf([1, 1, 1], 2))).toEqual({ bad: 2, total: 3 });
  });
});
