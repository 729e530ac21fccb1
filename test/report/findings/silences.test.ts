import { describe, expect, it } from 'vitest';
import { silencesIn, silencesOf } from '../../../src/report/findings/silences.ts';
import { sampleResult } from '../../support/sampleResults.ts';

const { points } = sampleResult({ seconds: 60 }).timeline;
const silent = (from: number, to: number, active = 30, waitedUs = 2e6) => ({
  intervalSeconds: 1,
  points: points.map((point) => {
    if (point.second === to) return { ...point, max: waitedUs };
    return point.second >= from && point.second < to
      ? { ...point, requests: 0, errors: 0, max: 0, active, endpoints: {} }
      : { ...point, errors: 0 };
  }),
});

describe('silences', () => {
  it('are seconds without an answer while respondents were there', () => {
    expect(silencesOf(silent(20, 22))).toEqual([{ fromSecond: 20, toSecond: 22 }]);
    expect(silencesOf(silent(0, 0))).toEqual([]);
  });

  it('are not the service’s while canvass itself stood still', () => {
    const result = { ...sampleResult({ seconds: 60 }) };
    const timeline = { ...result.timeline, ...silent(20, 22) };
    const away = (atSecond: number) => ({
      reasonCodes: [{ code: 'generator-away' as const, what: 'process' as const, atSecond, seconds: 2, times: 1 }],
    });
    expect(silencesIn({ ...result, timeline }).longest?.fromSecond).toBe(20);
    expect(silencesIn({ ...result, timeline, ...away(40) }).longest?.fromSecond).toBe(20);
    expect(silencesIn({ ...result, timeline, ...away(19.4) })).toEqual({ longest: null, told: [] });
  });

  it('are none when nobody was there, or when so few come that it is chance', () => {
    expect(silencesOf(silent(20, 22, 0))).toEqual([]);
    const rare = {
      intervalSeconds: 1,
      points: silent(20, 22).points.map((p) => ({ ...p, requests: Math.min(1, p.requests) })),
    };
    expect(silencesOf(rare)).toEqual([]);
  });

  it('are none when no request waited: respondents were thinking', () => {
    expect(silencesOf(silent(20, 24, 30, 40_000))).toEqual([]);
  });

  it('are none when those who waited were started late: the generator stood still', () => {
    const lateBy = (latenessMs: number) => {
      const { points: quiet, intervalSeconds } = silent(20, 22, 30, 1.5e6);
      const generator = { busyPercent: 5, latenessMs };
      return { intervalSeconds, points: quiet.map((p) => (p.second === 21 ? { ...p, generator } : p)) };
    };
    expect(silencesOf(lateBy(400))).toEqual([{ fromSecond: 20, toSecond: 22 }]);
    expect(silencesOf(lateBy(600))).toEqual([]);
  });

  it('are none once nobody arrives any more: the run drains, and falls silent by itself', () => {
    const { points: some } = silent(40, 60);
    const drained = some.map((point) => (point.second < 40 ? point : { ...point, arrivals: 0 }));
    expect(silencesOf({ intervalSeconds: 1, points: drained })).toEqual([]);
  });

  it('may last to the end of the run', () => {
    expect(silencesOf(silent(57, 60))).toEqual([{ fromSecond: 57, toSecond: 60 }]);
  });
});
