import { describe, expect, it } from 'vitest';
import {
  capacityParts,
  differencesTable,
  equalRatesTable,
  planningTable,
} from '../../../src/report/content/capacityContent.ts';
import { partsMarkdown } from '../../../src/report/content/contentMarkdown.ts';
import { partsText } from '../../../src/report/content/contentText.ts';
import type { CapacityResult } from '../../../src/result/capacityResult.ts';
import { capacityResult } from '../../support/sampleResults.ts';

const [sample] = capacityResult().capacity;
if (sample === undefined) throw new Error('the sample has a capacity');

function datacenter(name: string, change: Partial<CapacityResult> = {}): CapacityResult {
  const forecast = { ratePerSecond: 80, p50: 4000, p95: 20_000, p99: 41_000, reading: 'p99 about 41 ms' };
  const plan = { peakPerSecond: 120, headroom: 0.3, marginPerSecond: -8, reading: 'No. 156/s are needed.' };
  return {
    ...(sample as CapacityResult),
    datacenter: name,
    forecast: [forecast],
    plan: { ...plan, enough: false, verdict: 'no', neededPerSecond: 156 },
    ...change,
  };
}

const slower = datacenter('us|<b>', {
  sustainablePerSecond: { low: 70, best: 72, high: null },
  limitedBy: 'limiter',
  forecast: [{ ratePerSecond: 80, p50: null, p95: null, p99: null, reading: 'No rate this high held.' }],
});

describe('the comparison of datacenters', () => {
  it('has a row each, with "at least" where the service was not the limit', () => {
    const { rows } = planningTable([datacenter('eu'), slower]);
    expect(rows.map(([name, rate, , limit]) => [name, rate, limit])).toEqual([
      ['eu', '156/s (148 to 163)', 'service'],
      ['us|<b>', 'at least 72/s', 'rate limiter (at least)'],
    ]);
    expect(rows[0]?.slice(-3)).toEqual(['156/s', '−8/s', 'no']);
  });

  it('compares latency at equal rates, and says where a rate does not hold', () => {
    expect(equalRatesTable([datacenter('eu'), slower])?.rows).toEqual([['80/s', '41 ms', 'does not hold']]);
  });

  it('shows only the questions that are answered differently', () => {
    const eu = datacenter('eu', { behaviour: { 'api-key on submit': ['required'], 'key names': ['both'] } });
    const us = datacenter('us', { behaviour: { 'api-key on submit': ['not required'], 'key names': ['both'] } });
    expect(differencesTable([eu, us])?.rows).toEqual([['api-key on submit', 'required', 'not required']]);
    expect(differencesTable([eu, eu])).toBeNull();
  });

  it('reads in a terminal and pastes into a document, whatever a name holds', () => {
    expect(partsText(capacityParts([datacenter('eu'), slower]))).toContain('at least 72/s');
    const pasted = partsMarkdown(capacityParts([datacenter('eu'), slower]));
    expect(pasted).toContain('| eu | 156/s \\(148 to 163\\) |');
    expect(pasted).not.toContain('<b>');
    expect(pasted).toContain('us\\|&lt;b&gt;');
  });
});
