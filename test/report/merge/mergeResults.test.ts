import { describe, expect, it } from 'vitest';
import { mergeResults } from '../../../src/report/merge/mergeResults.ts';
import { emptyHistogram, recordLatency, summaryOf } from '../../../src/result/histogram.ts';
import { parseResult } from '../../../src/result/resultFile.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import { emptyResult, failingResult, sampleResult } from '../../support/sampleResults.ts';
import { tracedResult } from '../../support/tracedResult.ts';

function withLatencies(values: readonly number[]): RunResult {
  const result = sampleResult({ seconds: 5 });
  const histogram = emptyHistogram();
  for (const value of values) recordLatency(histogram, value);
  const [first] = result.endpoints;
  if (first === undefined) throw new Error('the sample has no endpoint');
  const summary = summaryOf(histogram);
  return {
    ...result,
    endpoints: [{ ...first, latency: { experienced: summary, service: summary, firstByte: summary } }],
  };
}

describe('merging shards', () => {
  it('gives the percentiles of all requests together', () => {
    const a = Array.from({ length: 900 }, (_, i) => 1000 + i * 7);
    const b = Array.from({ length: 300 }, (_, i) => 50_000 + i * 113);
    const merged = mergeResults([withLatencies(a), withLatencies(b)]).endpoints[0]?.latency.experienced;
    const together = withLatencies([...a, ...b]).endpoints[0]?.latency.experienced;
    const exact = [...a, ...b].reduce((sum, value) => sum + value, 0) / 1200;
    expect(merged).toMatchObject({ count: 1200, p50: together?.p50, p90: together?.p90, p99: together?.p99 });
    expect((merged?.mean ?? 0) / exact).toBeCloseTo(1, 3);
  });

  it('keeps the ten slowest of all, each with its trace and what went on around it', () => {
    const a = tracedResult('https://tempo.example/{traceId}');
    const merged = mergeResults([a, a, a]);
    const [take] = merged.endpoints.filter(({ endpoint }) => endpoint === 'take');
    const [own] = a.endpoints.filter(({ endpoint }) => endpoint === 'take');
    const expected = (own?.slowest ?? []).flatMap((slow) => [slow, slow, slow]).slice(0, 10);
    expect(take?.slowest).toEqual(expected);
    expect(merged.violations.every(({ traceId }) => traceId !== undefined)).toBe(true);
    expect(merged.target.traceUrl).toBe('https://tempo.example/{traceId}');
  });

  it('keeps the denominator of audits, where every shard has one', () => {
    const counted = {
      ...{ completed: 9, audited: 5, stored: 4, lost: 1, duplicated: 0, altered: 0, unread: 0, foreign: 0 },
      ...{ indeterminate: 0, silent: 3, unseen: [], examples: [] },
    };
    const { audited: _, ...uncounted } = counted;
    const withAudit = (seed: number, audit: RunResult['audit']): RunResult => ({ ...sampleResult({ seed }), audit });
    const both = mergeResults([withAudit(1, counted), withAudit(2, counted)]);
    expect(both.audit).toMatchObject({ completed: 18, audited: 10, silent: 6 });
    expect(mergeResults([withAudit(1, counted), withAudit(2, uncounted)]).audit?.audited).toBeUndefined();
  });

  it('adds what is counted, second by second too', () => {
    const a = sampleResult({ seed: 1, seconds: 30 });
    const b = sampleResult({ seed: 2, seconds: 30, startedAt: '2026-11-21T07:10:10.000Z' });
    const merged = mergeResults([a, b]);
    const total = (pick: (r: RunResult) => number): number => pick(a) + pick(b);
    const requests = (r: RunResult): number => r.endpoints.reduce((sum, e) => sum + e.requests, 0);
    const inTimeline = (r: RunResult): number => r.timeline.points.reduce((sum, p) => sum + p.requests, 0);
    expect(requests(merged)).toBe(total(requests));
    expect(inTimeline(merged)).toBe(total(inTimeline));
    expect(merged.respondents.started).toBe(total((r) => r.respondents.started));
    expect(merged.clauses.map((c) => c.checked)).toEqual(
      a.clauses.map((c, i) => c.checked + (b.clauses[i]?.checked ?? 0)),
    );
    expect(merged.timeline.points).toHaveLength(40);
    expect(merged.run.durationSeconds).toBe(40);
    expect(merged.timeline.points[0]).toEqual(a.timeline.points[0]);
  });

  it('counts equal violations once, with their counts added and their clauses pointing at them', () => {
    const merged = mergeResults([failingResult(), failingResult()]);
    expect(merged.violations.map((v) => [v.id, v.count])).toEqual([
      ['v1', 2],
      ['v2', 76],
      ['v3', 150],
      ['v4', 224],
    ]);
    for (const clause of merged.clauses)
      for (const id of clause.violations) expect(merged.violations.find((v) => v.id === id)?.clause).toBe(clause.id);
  });

  it('is FAIL when a shard failed with a witness, INVALID when a shard proves nothing otherwise', () => {
    expect(mergeResults([sampleResult(), failingResult()]).verdict).toBe('FAIL');
    expect(mergeResults([sampleResult(), emptyResult()]).verdict).toBe('INVALID');
    expect(mergeResults([failingResult(), emptyResult()]).verdict).toBe('FAIL');
    expect(mergeResults([sampleResult(), sampleResult()]).verdict).toBe('PASS');
  });

  it('is a result again', () => {
    const merged = mergeResults([sampleResult({ seed: 1 }), failingResult(), emptyResult()]);
    expect(parseResult(JSON.stringify(merged), 'merged')).toEqual(merged);
  });

  it('refuses runs of different profiles', () => {
    const other = sampleResult();
    expect(() => mergeResults([sampleResult(), { ...other, run: { ...other.run, profile: 'soak' } }])).toThrow(
      /Only shards of one run can be merged/,
    );
  });
});
