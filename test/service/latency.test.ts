import { describe, expect, test } from 'vitest';
import { parseLatency } from '../../src/service/latency.ts';
import { seededRandom } from '../../src/service/seededRandom.ts';
import { startService } from '../../src/service/service.ts';
import { RespondentByHand } from './respondentByHand.ts';

function draws(text: string, count = 20_000): number[] {
  const [latency, random] = [parseLatency(text), seededRandom(7)];
  return Array.from({ length: count }, () => latency(0, random)).sort((a, b) => a - b);
}

describe('the latency', () => {
  test('fixed is always the same', () => {
    expect(new Set(draws('fixed:20'))).toEqual(new Set([20]));
  });

  test('uniform fills its range', () => {
    const sorted = draws('uniform:5:50');
    expect(sorted[0]).toBeGreaterThanOrEqual(5);
    expect(sorted.at(-1)).toBeLessThan(50);
    expect(sorted[10_000]).toBeCloseTo(27.5, -0.5);
  });

  test('exponential has its mean', () => {
    const sorted = draws('exponential:20');
    expect(sorted.reduce((sum, each) => sum + each, 0) / sorted.length).toBeCloseTo(20, -0.5);
  });

  test('lognormal has its median and its spread', () => {
    const sorted = draws('lognormal:20:0.5');
    expect(sorted[10_000]).toBeCloseTo(20, -0.5);
    expect(sorted[16_827]).toBeCloseTo(20 * Math.exp(0.5), -0.5);
  });

  test('a stall holds back all that is ready meanwhile until its end', () => {
    const latency = parseLatency('stall:200:1000');
    const random = seededRandom(1);
    expect([0, 50, 199, 200, 999, 1050].map((nowMs) => latency(nowMs, random))).toEqual([200, 150, 1, 0, 0, 150]);
  });

  test('can be a sum', () => {
    expect(parseLatency('fixed:5+stall:200:1000')(100, seededRandom(1))).toBe(105);
  });

  test.each(['', 'fixed', 'fixed:', 'fixed:x', 'fixed:-1', 'fixed:1:2', 'normal:1:2', 'toString:1', 'fixed:1+'])(
    '"%s" is refused',
    (text) => {
      expect(() => parseLatency(text)).toThrow(/is no latency; write fixed:value/);
    },
  );

  test('a minimum above its maximum is refused', () => {
    expect(() => parseLatency('uniform:50:5')).toThrow('"uniform:50:5" has its minimum above its maximum');
  });

  test('holds back the responses of every endpoint', async () => {
    const service = await startService({ latency: parseLatency('fixed:30') });
    const startedMs = performance.now();
    await new RespondentByHand(service, 1001).take();
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(29);
    await service.close();
  });
});
