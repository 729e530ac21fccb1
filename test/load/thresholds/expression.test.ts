import { describe, expect, it } from 'vitest';
import { ToolError } from '../../../src/errors.ts';
import { parseExpression } from '../../../src/load/thresholds/expression.ts';
import type { Measured } from '../../../src/load/thresholds/requestMetrics.ts';
import { Tally } from '../../../src/result/tally/tally.ts';
import { sampleDelta, sampleEndpoint } from '../../support/sampleDeltas.ts';

function measuredOf(...deltas: Parameters<typeof sampleDelta>[0][]): Measured {
  const tally = new Tally();
  for (const delta of deltas) tally.add(sampleDelta(delta));
  return { tally, generator: null, coverage: null, audit: null, isTolerated: () => false };
}

const busy = measuredOf({
  second: 0,
  arrivals: 50,
  dropped: 5,
  ends: { completed: 20 },
  coverage: { ...sampleDelta({}).coverage, checked: { 'MOVE-BACK-01': 40 }, failed: { 'MOVE-BACK-01': 2 } },
  endpoints: {
    take: sampleEndpoint({ ok: 90, serverError: 5, expectedRejection: 5 }, 10_000),
    'submit-page': sampleEndpoint({ ok: 100 }, 200_000),
  },
});

function errorOf(text: string): string {
  try {
    parseExpression(text);
  } catch (error) {
    if (error instanceof ToolError && error.code === 'EXPRESSION') return error.message;
    throw error;
  }
  return 'understood';
}

describe('a threshold expression', () => {
  it.each([
    ['violations == 0', 0],
    ['requests > 1', 200],
    ['requests.perSecond > 1/s', 200],
    ['errors.rate < 0.1%', 5 / 195],
    ['endpoint(take).errors.rate < 1%', 5 / 95],
    ['endpoint(take).outcomes.serverError == 0', 5],
    ['endpoint(take).expectedRejections == 5', 5],
    ['respondents.completed > 3', 20],
    ['dropped.rate < 1%', 0.1],
    ['run.durationSeconds < 5s', 1_000_000],
    ['clause(MOVE-BACK-01).checked >= 100', 40],
    ['clause(MOVE-BACK-01).failed == 0', 2],
  ])('reads %s', (text, value) => {
    expect(parseExpression(text).value(busy)).toBeCloseTo(value, 9);
  });

  it.each([
    ['endpoint(take).latency.p99 < 400ms', 10_000],
    ['endpoint(submit-page).service.p95 < 1s', 200_000],
    ['endpoint(submit-page).latency.firstByte.max < 1s', 200_000],
    ['latency.p999 < 0.4s', 200_000],
    ['latency.p50 < 4000us', 200_000],
  ])('reads the latency of %s in µs, as exact as a histogram', (text, valueUs) => {
    const value = parseExpression(text).value(busy) ?? Number.NaN;
    expect(Math.abs(value - valueUs) / valueUs).toBeLessThan(0.001);
  });

  it('turns limits into the values of the metric', () => {
    expect(parseExpression('latency.p99 < 400ms').limit).toBe(400_000);
    expect(parseExpression('latency.p99 < 0.4 s').limit).toBe(400_000);
    expect(parseExpression('errors.rate < 0.1%').limit).toBeCloseTo(0.001, 12);
    expect(() => parseExpression('errors.rate < 0.001')).toThrow('a unit is missing: write 0.001%');
    expect(() => parseExpression('errors.rate < 500%')).toThrow('a share is at most 100%');
  });

  it('compares by every operator', () => {
    expect(parseExpression('violations <= 1').holds(1)).toBe(true);
    expect(parseExpression('violations < 1').holds(1)).toBe(false);
    expect(parseExpression('violations >= 1').holds(1)).toBe(true);
    expect(parseExpression('violations > 1').holds(1)).toBe(false);
    expect(parseExpression('violations == 1').holds(1)).toBe(true);
    expect(parseExpression('violations != 1').holds(1)).toBe(false);
  });

  it('knows nothing of what was not measured', () => {
    expect(parseExpression('endpoint(previous-page).latency.p99 < 1s').value(busy)).toBeNull();
    expect(parseExpression('errors.rate < 1%').value(measuredOf())).toBeNull();
    expect(parseExpression('audit.lost == 0').value(busy)).toBeNull();
    for (const nothingWrong of ['violations == 0', 'checks.failed == 0', 'clause(MOVE-BACK-01).failed == 0'])
      expect(parseExpression(nothingWrong).value(measuredOf())).toBeNull();
  });

  it('points at a misspelt name and suggests the right one', () => {
    expect(errorOf('endpoint(submitpage).latency.p99 < 400ms')).toContain(
      ['  endpoint(submitpage).latency.p99 < 400ms', '           ^^^^^^^^^^ '].join('\n'),
    );
    expect(errorOf('endpoint(submitpage).latency.p99 < 400ms')).toContain('did you mean "submit-page"?');
    expect(errorOf('clause(MOVE-BACK-1).failed == 0')).toMatch(/\^ no such clause \(did you mean "MOVE-BACK-01"\?\)$/);
    expect(errorOf('latncy.p99 < 400ms')).toContain('did you mean "latency"?');
    expect(errorOf('latency.pp99 < 400ms')).toMatch(/\n {10}\^\^\^\^ /);
  });

  it.each([
    ['', 'expected one of'],
    ['latency.p99', 'expected a comparison'],
    ['latency < 1s', 'expected "."'],
    ['latency.p99 < 400', 'a unit is missing: write 400us, 400ms or 400s'],
    ['errors.rate < 0.1 percent', '"percent" is no unit of this metric: write 0.1%'],
    ['violations == 0ms', 'no unit of this metric'],
    ['errors.rate < 1ms', 'no unit of this metric'],
    ['violations = 0', 'expected a comparison'],
    ['violations == zero', 'expected a number'],
    ['violations == 0 and errors == 0', 'one comparison a threshold'],
    ['endpoint.latency.p99 < 1s', 'expected "("'],
    ['constructor == 0', 'no such metric'],
    ['violations == 0 \u{1F600}', 'expected nothing more'],
  ])('refuses %j', (text, words) => {
    expect(errorOf(text)).toContain(words);
  });
});

it('an expression that holds a text of the environment is not shown with it', () => {
  process.env.CANVASS_TEST_TEXT = 'secret-of-the-environment';
  try {
    expect(() => parseExpression('latency.p99 < secret-of-the-environment')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret-of-the-environment') }),
    );
  } finally {
    delete process.env.CANVASS_TEST_TEXT;
  }
});
