import { describe, expect, it, test } from 'vitest';
import { planOf } from '../../../src/capacity/plan.ts';
import {
  capacityParts,
  differencesTable,
  equalRatesTable,
  marginText,
  planningTable,
  whatIfTable,
} from '../../../src/report/content/capacityContent.ts';
import { capacityHeadline } from '../../../src/report/content/capacityWords.ts';
import type { Part } from '../../../src/report/content/content.ts';
import { partsMarkdown } from '../../../src/report/content/contentMarkdown.ts';
import { contentText } from '../../../src/report/content/contentText.ts';
import { matrixContent } from '../../../src/report/content/matrixContent.ts';
import { planningParts } from '../../../src/report/content/planningContent.ts';
import { summaryContent } from '../../../src/report/content/summaryContent.ts';
import type { CapacityResult } from '../../../src/result/capacityResult.ts';
import { gates } from '../../../src/result/tally/violationTally.ts';
import { capacityResult, failingResult } from '../../support/sampleResults.ts';

/** Parts as a terminal shows them, under a verdict that is of no interest here. */
const partsText = (parts: readonly Part[]): string => contentText({ ...matrixContent([]), parts });

const [sample] = capacityResult().capacity;
if (sample === undefined) throw new Error('the sample has a capacity');

const planned = {
  peakPerSecond: 120,
  headroom: 0.3,
  marginPerSecond: -8,
  reading: 'No. 156/s are needed.',
  neededPerSecond: 156,
};
const none = [{ ratePerSecond: 80, p50: null, p95: null, p99: null, reading: 'No rate this high held.' }];

function datacenter(name: string, change: Partial<CapacityResult> = {}): CapacityResult {
  const forecast = { ratePerSecond: 80, p50: 4000, p95: 20_000, p99: 41_000, reading: 'p99 about 41 ms' };
  return {
    ...(sample as CapacityResult),
    datacenter: name,
    forecast: [forecast],
    plan: { ...planned, enough: false, verdict: 'no' },
    ...change,
  };
}

const slower = datacenter('us|<b>', {
  sustainablePerSecond: { low: 70, best: 72, high: null },
  limitedBy: 'limiter',
  forecast: none,
});

test.each([
  [0, /^eu carries 97 respondents a second \(95 to 100, not confirmed\)\.$/],
  [1, /^eu carries 97 respondents a second \(95 to 100\)\.$/],
])('an answer near which %d longer probes held', (confirmationsHeld, said) => {
  const search = { endedBy: 'duration', method: 'bisect', confirmationsHeld, confirmSeconds: 30, seconds: 175 };
  const capacity = datacenter('eu', {
    sustainablePerSecond: { low: 95, best: 97, high: 100 },
    search: { ...search, requests: 1, walkSeconds: null, requestsPerWalk: null },
    plan: null,
  });
  expect(capacityHeadline([capacity])).toMatch(said);
});

test.each([
  ['none', /s a second \([^)]*\)\.$/],
  ['NEW', /\. On the way: one problem breaks one promise of the document\.$/],
  ['KNOWN', /\. On the way: one known violation, tolerated\.$/],
])('the headline tells what was met on the way: %s', (standing, said) => {
  const met = failingResult();
  const known = { kind: 'KNOWN', issue: 'S-1', expires: '2999-12-31' } as const;
  const own = met.violations.filter(gates).slice(0, standing === 'none' ? 0 : 1);
  const violations = standing === 'KNOWN' ? own.map((each) => ({ ...each, baseline: known })) : own;
  const problems = standing === 'NEW' ? met.problems.filter(({ gating }) => gating).slice(0, 1) : [];
  expect(summaryContent({ ...capacityResult(), violations, problems }).headline).toMatch(said);
});

describe('the comparison of datacenters', () => {
  it('has a row each, with "at least" where the service was not the limit', () => {
    const { rows } = planningTable([datacenter('eu'), slower]);
    expect(rows.map(([name, rate, , , limit]) => [name, rate, limit])).toEqual([
      ['eu', '156/s (148 to 163)', 'service'],
      ['us|<b>', 'at least 70/s', 'rate limiter (at least)'],
    ]);
    expect(rows[0]?.slice(-3)).toEqual(['156/s', '−8 to +7/s', 'no']);
  });

  it('tells requests a second beside respondents, by what a walk takes, and nothing where none was seen', () => {
    const search = { endedBy: 'settled', method: '', confirmationsHeld: 2, confirmSeconds: 30, seconds: 60 };
    const walked = { search: { ...search, requests: 1, walkSeconds: null, requestsPerWalk: 5 } };
    const requestsOf = (...capacities: CapacityResult[]) => {
      const { headings, rows } = planningTable(capacities);
      return rows.map((row) => row[headings.indexOf('#Requests a second')]);
    };
    expect(requestsOf(datacenter('eu', walked), { ...slower, ...walked }, slower)).toEqual([
      '780/s (740 to 815)',
      'at least 350/s',
      '–',
    ]);
  });

  it.each([
    ['interrupted', 'interruption'],
    ['ceiling', 'ceiling of the search'],
    ['duration', 'end of the search'],
  ])('names what ended a search in which nothing gave way: %s', (endedBy, limit) => {
    const search = { endedBy, method: '', confirmationsHeld: 0, confirmSeconds: 30, seconds: 60 };
    const cut: CapacityResult = {
      ...slower,
      limitedBy: 'ceiling',
      search: { ...search, requests: 1, walkSeconds: null, requestsPerWalk: 5 },
    };
    const { headings, rows } = planningTable([cut]);
    expect(rows[0]?.[headings.indexOf('Limited by')]).toBe(`${limit} (at least)`);
    expect(planOf(cut, { peakPerSecond: 90, headroom: 0 }).reading).toContain(`limited by the ${limit}.`);
  });

  it('does not begin with this machine where what it let through is enough', () => {
    const met = { ...planned, neededPerSecond: 60, enough: true, verdict: 'yes' as const };
    expect(capacityHeadline([{ ...slower, datacenter: 'us', limitedBy: 'generator', plan: met }])).toBe(
      'us is enough for 60/s: at least 70/s.',
    );
  });

  it('compares latency at equal rates, and says where a rate does not hold', () => {
    const broken = datacenter('us', { sustainablePerSecond: { low: 70, best: 72, high: 75 }, forecast: none });
    expect(equalRatesTable([datacenter('eu'), broken]).rows).toEqual([['80/s', '≈ 41 ms', 'does not hold']]);
  });

  it('never says of a rate that was not reached that it does not hold', () => {
    expect(equalRatesTable([datacenter('eu'), slower]).rows).toEqual([['80/s', '≈ 41 ms', 'not measured']]);
  });

  it('gives the margin as far as it is known, and none beside "can\'t tell" of an "at least"', () => {
    const untold = { ...planned, enough: false, verdict: 'unclear' as const };
    const met = { ...planned, neededPerSecond: 60, enough: true, verdict: 'yes' as const };
    const between = { low: 150, best: 155, high: 160 };
    expect(marginText(datacenter('eu', { sustainablePerSecond: between }), untold)).toBe('−6 to +4/s');
    expect(marginText(slower, untold)).toBe('not known');
    expect(marginText(slower, met)).toBe('at least +10/s');
  });

  it('has one figure for "at least" in the table, the headline and the plan', () => {
    const plan = planOf(slower, { peakPerSecond: 50, headroom: 0.3 });
    const texts = [
      capacityHeadline([{ ...slower, plan }]),
      capacityHeadline([{ ...slower, plan: null }]),
      plan.reading,
    ];
    for (const text of texts) expect(text).toContain('at least 70');
  });

  it('says of an "at least" that nothing confirms that it is not confirmed, and no scale below which it holds', () => {
    const search = { endedBy: 'duration', method: '', confirmationsHeld: 0, confirmSeconds: 30, seconds: 60 };
    const untold = { ...planned, enough: false, verdict: 'unclear' as const };
    const unconfirmed: CapacityResult = {
      ...slower,
      datacenter: 'us',
      limitedBy: 'generator',
      plan: untold,
      search: { ...search, requests: 1, walkSeconds: null, requestsPerWalk: null },
      whatIf: [{ scale: 1, lost: null, ratePerSecond: 120, verdict: 'unclear' }],
    };
    expect(capacityHeadline([unconfirmed])).toBe(
      'This machine was the limit of us. us may or may not be enough for 156/s: at least 70/s (not confirmed).',
    );
    expect(whatIfTable([unconfirmed]).rows[0]).toEqual(['misses beyond', 'not known']);
    const seeming = { ...unconfirmed, limitedBy: 'service' as const, plan: { ...untold, verdict: 'likely' as const } };
    expect(capacityHeadline([seeming])).toMatch(/^us seems enough for 156\/s: .*\(not confirmed\)/);
  });

  it('names in the headline the datacenter that is enough beside the one that cannot be told', () => {
    const enough = { ...planned, enough: true, verdict: 'yes' as const };
    const untold = { ...planned, enough: false, verdict: 'unclear' as const };
    expect(capacityHeadline([datacenter('eu', { plan: enough }), datacenter('us', { plan: untold })])).toBe(
      'us may or may not be enough for 156/s: 156/s (148 to 163); eu is enough for 156/s: 156/s (148 to 163).',
    );
  });

  it('shows only the questions that are answered differently', () => {
    const eu = datacenter('eu', { behaviour: { 'api-key on submit': ['required'], 'key names': ['both'] } });
    const us = datacenter('us', { behaviour: { 'api-key on submit': ['not required'], 'key names': ['both'] } });
    expect(differencesTable([eu, us]).rows).toEqual([['api-key on submit', 'required', 'not required']]);
    expect(differencesTable([eu, eu]).rows).toEqual([]);
    expect(differencesTable([eu, datacenter('us', { behaviour: { 'key names': ['both'] } })]).rows).toEqual([]);
  });

  it('reads in a terminal and pastes into a document, whatever a name holds', () => {
    expect(partsText(capacityParts([datacenter('eu'), slower]))).toContain('at least 70/s');
    const pasted = partsMarkdown(capacityParts([datacenter('eu'), slower]));
    expect(pasted).toContain('| eu | 156/s (148 to 163) |');
    expect(pasted).not.toContain('<b>');
    expect(pasted).toContain('us\\|&lt;b>');
  });
});

describe('the sheet for a planner', () => {
  const result = capacityResult();
  const parts = planningParts({
    ...result,
    profile: {
      surveys: {
        walk: [
          { id: 1001, weight: 3 },
          { id: 1002, weight: 1 },
        ],
      },
    },
    capacity: [datacenter('eu'), slower],
  });
  const said = partsText(parts);

  it('says what the rates come to in an hour and in a day, at the cautious end', () => {
    const volumes = parts.find(({ id }) => id === 'volumes');
    expect(volumes?.kind === 'table' && volumes.rows).toEqual([
      ['eu', '533,000', '12.8 million', '562,000', '13.5 million'],
      ['us|<b>', 'at least 252,000', 'at least 6.05 million', '562,000', '13.5 million'],
    ]);
  });

  it('says what it rests on: objective, plan, mix, date', () => {
    expect(said).toContain('Objective: latency.p99 < 500ms and errors.rate < 0.5%.');
    expect(said).toContain('a peak of 120 respondents a second and 30 % above it, for each of eu and us|<b>.');
    expect(said).toContain('surveys 1001 (75 %), 1002 (25 %)');
    expect(said).toContain('Measured on 2026-11-21 at 07:10 UTC');
  });

  it('speaks of intervals only where there is one', () => {
    expect(said).toContain('Intervals hold the capacity with 95 % credibility.');
    expect(partsText(planningParts({ ...result, capacity: [slower] }))).not.toContain('Intervals');
  });

  it('bears in mind where the service was not the limit, and a run that settles nothing', () => {
    expect(said).toContain('us|<b>: at 163 arrivals a second');
    expect(partsText(planningParts({ ...result, verdict: 'INVALID' }))).toContain('does not settle every datacenter');
  });

  it('leaves out a mix that the profile does not say', () => {
    expect(partsText(planningParts({ ...result, profile: null }))).not.toContain('Respondents walk');
  });
});

test('what a search that proves nothing found is searched again, not pasted nor judged by a peak', () => {
  const said = (verdict: 'PASS' | 'INVALID'): string =>
    JSON.stringify(summaryContent({ ...capacityResult(), verdict }).next);
  expect(said('PASS')).toMatch(/planning\.md|--peak/);
  expect(said('INVALID')).not.toMatch(/planning\.md|--peak/);
  expect(said('INVALID')).toMatch(/Search again:.*canvass capacity .*--seed/);
});
