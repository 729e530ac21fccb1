import { HistogramLogReader, listTags } from 'hdr-histogram-js';
import { describe, expect, it } from 'vitest';
import { hlogs } from '../../../src/report/formats/hlog.ts';
import { sampleResult } from '../../support/sampleResults.ts';

describe('histogram logs', () => {
  const result = sampleResult({ seconds: 20 });
  const { total, seconds } = hlogs(result);

  it('of the whole run read back to the same latencies', () => {
    const reader = new HistogramLogReader(total);
    for (const { endpoint, latency, expectedRejections } of result.endpoints)
      for (const [kind, summary] of Object.entries({ ...latency, expectedRejections })) {
        if (summary.count === 0) continue;
        const histogram = reader.nextIntervalHistogram();
        expect(histogram?.tag).toBe(`${endpoint}.${kind}`);
        expect(histogram?.totalCount).toBe(summary.count);
        expect((histogram?.getValueAtPercentile(99) ?? 0) / summary.p99).toBeCloseTo(1, 2);
        expect((histogram?.maxValue ?? 0) / summary.max).toBeCloseTo(1, 2);
        expect(histogram?.startTimeStampMsec).toBe(Date.parse(result.run.startedAt));
      }
    expect(reader.nextIntervalHistogram()).toBeNull();
  });

  it('by second hold every request once, near its latency', () => {
    expect(listTags(seconds).sort()).toEqual(result.endpoints.map((e) => e.endpoint).sort());
    const reader = new HistogramLogReader(seconds);
    const counts = new Map<string, number>();
    for (let h = reader.nextIntervalHistogram(); h !== null; h = reader.nextIntervalHistogram())
      counts.set(h.tag, (counts.get(h.tag) ?? 0) + h.totalCount);
    for (const { endpoint, latency } of result.endpoints) expect(counts.get(endpoint)).toBe(latency.experienced.count);
  });
});
