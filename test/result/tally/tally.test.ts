import { describe, expect, it } from 'vitest';
import { newViolation, violationId, violationKey } from '../../../src/judging/identity.ts';
import type { SecondDelta } from '../../../src/result/tally/delta.ts';
import { Tally } from '../../../src/result/tally/tally.ts';
import { TimelineTally } from '../../../src/result/tally/timelineTally.ts';
import { sampleDelta, sampleEndpoint, sampleHealth } from '../../support/sampleDeltas.ts';
import { summedResult } from '../../support/summedResult.ts';

function tallyOf(seconds: readonly SecondDelta[]): Tally {
  const tally = new Tally();
  for (const second of seconds) tally.add(second);
  return tally;
}

describe('a tally', () => {
  it('leaves the warm-up out of latencies and rates, and keeps what was found in it', () => {
    const warm = sampleDelta({
      measured: false,
      arrivals: 3,
      endpoints: { take: sampleEndpoint({ ok: 3 }, 9_000_000) },
      coverage: { ...sampleDelta().coverage, checked: { 'TAKE-HTTP-01': 3 } },
    });
    const tally = tallyOf([warm, sampleDelta({ second: 1, endpoints: { take: sampleEndpoint({ ok: 1 }, 1000) } })]);
    const result = summedResult(tally);
    expect(result.endpoints[0]).toMatchObject({ requests: 1, latency: { experienced: { count: 1 } } });
    expect(result.respondents.started).toBe(3);
    expect(tally.measuredSeconds).toBe(1);
    expect(result.clauses.find(({ id }) => id === 'TAKE-HTTP-01')?.checked).toBe(3);
  });
});

describe('the verdict of a run', () => {
  const good = sampleDelta({
    arrivals: 10,
    endpoints: { take: sampleEndpoint({ ok: 10 }, 1000) },
    coverage: { ...sampleDelta().coverage, checked: { 'TAKE-HTTP-01': 10 } },
    health: [sampleHealth()],
  });
  const verdictOf = (...seconds: SecondDelta[]) => {
    const { verdict, reasons } = summedResult(tallyOf(seconds));
    return [verdict, ...reasons];
  };

  it('is a pass with evidence', () => {
    expect(verdictOf(good)).toEqual(['PASS']);
  });

  it('is invalid without a request, without an answer, and without a check', () => {
    expect(verdictOf(sampleDelta())).toEqual(['INVALID', 'No respondent arrived.']);
    expect(verdictOf(sampleDelta({ arrivals: 1 }))).toEqual(['INVALID', 'No request was sent.']);
    const refused = { ...sampleEndpoint({ connection: 3 }, 0), failures: { refused: 3 }, httpStatuses: {} };
    expect(verdictOf({ ...good, endpoints: { take: refused } })).toEqual([
      'INVALID',
      'The target never answered: refused × 3.',
    ]);
    expect(verdictOf({ ...good, coverage: sampleDelta().coverage })).toEqual(['INVALID', 'No check was executed.']);
  });

  it('is invalid when nothing but the warm-up was measured', () => {
    expect(verdictOf({ ...good, measured: false })[1]).toContain('Nothing was measured after the warm-up');
  });

  it('is invalid when the generator was at its limit, and says what to do', () => {
    const busy = Array.from({ length: 10 }, (_, second) => ({
      ...good,
      second,
      health: [sampleHealth({ cpuPercent: second < 4 ? 97 : 30 })],
    }));
    expect(verdictOf(...busy)[1]).toContain('The load generator was at its own limit, 40 % of the time');
    expect(summedResult(tallyOf(busy)).generator).toMatchObject({
      saturated: true,
      advice: [expect.stringContaining('load.workers')],
    });
    const late = busy.map((second) => ({ ...second, health: [sampleHealth({ startLateness: [7000, 10] })] }));
    expect(verdictOf(...late)[1]).toContain('ran late');
  });

  it('forgives a generator one short fit', () => {
    const fit = Array.from({ length: 20 }, (_, second) => ({
      ...good,
      second,
      health: [sampleHealth({ cpuPercent: second === 7 ? 99 : 30 })],
    }));
    expect(verdictOf(...fit)).toEqual(['PASS']);
  });

  it('is a failure when a promise was broken, even if the run is invalid besides', () => {
    const facts = { clause: 'TAKE-HTTP-01', endpoint: 'take', path: '', expected: '200', actual: '500' };
    const violation = {
      key: violationKey(facts),
      gating: true,
      count: 2,
      walks: 1,
      first: newViolation(facts, { steps: [], failingStep: 0, curl: '' }),
    };
    const [verdict, ...reasons] = verdictOf({ ...good, dropped: 5, violations: [violation] });
    expect(verdict).toBe('FAIL');
    expect(reasons[0]).toContain('TAKE-HTTP-01');
    expect(reasons[1]).toContain('dropped');
    expect(
      summedResult(
        tallyOf([
          { ...good, violations: [violation] },
          { ...good, violations: [{ ...violation, first: null }] },
        ]),
      ).violations,
    ).toMatchObject([{ id: violationId(facts), count: 4 }]);
  });
});

describe('a timeline', () => {
  it('keeps a bounded number of points by joining neighbours, and loses no count', () => {
    const timeline = new TimelineTally(10);
    for (let second = 0; second < 95; second++) {
      timeline.add(
        sampleDelta({
          second,
          arrivals: 2,
          active: second,
          endpoints: { take: sampleEndpoint({ ok: 3 }, 1000 * (1 + (second % 10))) },
        }),
      );
    }
    const { intervalSeconds, points } = timeline.timeline;
    expect(points.length).toBeLessThanOrEqual(10);
    expect(intervalSeconds).toBe(16);
    expect(points.map(({ second }) => second)).toEqual([0, 16, 32, 48, 64, 80]);
    expect(points.reduce((sum, { arrivals }) => sum + arrivals, 0)).toBe(190);
    expect(points.reduce((sum, { requests }) => sum + requests, 0)).toBe(285);
    expect(points.at(-1)?.active).toBe(94);
    for (const point of points) {
      expect(point.p50).toBeLessThanOrEqual(point.p99);
      expect(point.p99).toBeLessThanOrEqual(point.max);
    }
    expect(points[0]?.p50).toBeGreaterThan(3900);
    expect(points[0]?.p50).toBeLessThan(4500);
  });
});
