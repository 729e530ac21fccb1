import { describe, expect, it } from 'vitest';
import { capacityVerdict } from '../../src/capacity/capacityVerdict.ts';
import { parseHeadroom, parsePeak, planInputOf, planOf } from '../../src/capacity/plan.ts';
import { planCapacities } from '../../src/capacity/planCapacities.ts';
import { ToolError } from '../../src/errors.ts';
import type { CapacityResult } from '../../src/result/capacityResult.ts';
import { capacityResult } from '../support/sampleResults.ts';

const [sample] = capacityResult().capacity;
if (sample === undefined) throw new Error('the sample has a capacity');

function carried(best: number, limitedBy: CapacityResult['limitedBy'], peak: number | null = null): CapacityResult {
  const high = limitedBy === 'service' ? best * 1.05 : null;
  const point = sample?.points.find(({ stage }) => stage === 'confirm');
  const points = point === undefined ? [] : [{ ...point, startedPerSecond: best }];
  const answer = { sustainablePerSecond: { low: best, best, high }, limitedBy, points };
  const plan = peak === null ? null : planOf(answer, { peakPerSecond: peak, headroom: 0 });
  return { ...(sample as CapacityResult), ...answer, plan, reasons: ['because'] };
}

const walked = {
  target: { judgement: 'there', requests: 9, answers: 9 },
  promises: { judgement: 'kept', lookedAt: 3, broken: 0 },
} as const;

describe('the verdict of a capacity run', () => {
  it.each([
    ['PASS', [carried(100, 'service')]],
    ['PASS', [carried(100, 'ceiling')]],
    ['PASS', [carried(100, 'limiter', 80)]],
    ['FAIL', [carried(100, 'service'), carried(0, 'service')]],
    ['FAIL', [carried(100, 'service', 200)]],
    ['INVALID', [carried(100, 'generator')]],
    ['INVALID', [carried(100, 'limiter')]],
    ['INVALID', [carried(100, 'limiter', 120)]],
    ['INVALID', [carried(100, 'service', 103)]],
    ['INVALID', []],
  ] as const)('is %s (%#)', (verdict, capacities) => {
    expect(capacityVerdict(capacities, walked).verdict).toBe(verdict);
    expect(capacityVerdict(capacities, walked).reasons.length).toBeGreaterThan(0);
  });
});

describe('what a planner expects', () => {
  it('is read with its unit of time', () => {
    expect(parsePeak('120/s')).toBe(120);
    expect(parsePeak('7200/min')).toBe(120);
    expect(parsePeak('432000 / h')).toBe(120);
    expect(parsePeak('1.5/s')).toBe(1.5);
    expect(parseHeadroom('30%')).toBeCloseTo(0.3);
    for (const bare of ['30', '0.3', '3000%', '-1%']) expect(() => parseHeadroom(bare)).toThrow('--headroom takes');
  });

  it.each(['', '0/s', '120/d', 'many', '-3/s', '120', '1000000000/s'])('refuses a peak of %j', (text) => {
    expect(() => parsePeak(text)).toThrow(ToolError);
  });

  it('comes from the command line first', () => {
    const profile = { peakPerSecond: 50, headroom: 0.2 };
    expect(planInputOf({ peakPerSecond: null, headroom: null }, profile, 70)).toEqual(profile);
    expect(planInputOf({ peakPerSecond: 80, headroom: null }, profile, 70)).toEqual({
      peakPerSecond: 80,
      headroom: 0.2,
    });
    expect(planInputOf({ peakPerSecond: null, headroom: 0.1 }, null, null)).toBeNull();
    expect(planInputOf({ peakPerSecond: null, headroom: 0.1 }, null, 70)).toEqual({ peakPerSecond: 70, headroom: 0.1 });
  });
});

describe('saved capacities', () => {
  it('are compared at rates that were measured in both, or lie between such, and at the peak', () => {
    const [point] = carried(1, 'service').points;
    if (point === undefined) throw new Error('the sample has a point');
    const at = (rates: number[]) =>
      rates.map((rate) => ({ ...point, offeredPerSecond: rate, startedPerSecond: rate, completedPerSecond: rate }));
    const [eu, us] = [carried(100, 'service'), carried(50, 'service')];
    const measured = [
      { ...eu, points: [...eu.points, ...at([10, 15, 60, 80, 120])] },
      { ...us, points: [...us.points, ...at([10, 15.1, 22, 50])] },
    ];
    const planned = planCapacities(measured, () => ({ peakPerSecond: 30, headroom: 0.5 }));
    const rates = planned.map(({ forecast = [] }) => forecast.map((f) => f.ratePerSecond));
    expect(rates[0]).toEqual([10, 15.1, 22, 30, 50]);
    expect(rates[1]).toEqual(rates[0]);
    for (const { forecast = [] } of planned) for (const { p99 } of forecast) expect(p99).not.toBeNull();
    expect(planned.map(({ plan }) => plan?.verdict)).toEqual(['yes', 'yes']);
  });

  it('say at which scale each misses, and what holds when one is lost and shared among the others', () => {
    const peaks: Readonly<Record<string, number>> = { eu: 40, us: 30, ap: 20 };
    const all = [
      { ...carried(100, 'service'), datacenter: 'eu' },
      { ...carried(50, 'service'), datacenter: 'us' },
      { ...carried(26, 'generator'), datacenter: 'ap' },
    ];
    const planned = planCapacities(all, (name) => ({ peakPerSecond: peaks[name] ?? 0, headroom: 0 }));
    const said = planned.map(({ whatIf = [] }) =>
      whatIf.map(({ scale, lost, ratePerSecond, verdict }) => `${scale ?? lost} ${ratePerSecond} ${verdict}`),
    );
    expect(said).toEqual([
      ['1 40 yes', '1.25 50 yes', '1.5 60 yes', '2 80 yes', '3 120 no', 'us 55 yes', 'ap 50 yes'],
      ['1 30 yes', '1.25 37.5 yes', '1.5 45 yes', '2 60 no', '3 90 no', 'eu 50 yes', 'ap 40 yes'],
      ['1 20 yes', '1.25 25 yes', '1.5 30 unclear', '2 40 unclear', '3 60 unclear', 'eu 40 unclear', 'us 35 unclear'],
    ]);
  });
});
