import { describe, expect, it } from 'vitest';
import { doubtsOf, isVoiding, withDoubts } from '../../../src/judging/run/voidedByReason.ts';
import type { Reason } from '../../../src/result/reason.ts';
import type { ThresholdResult } from '../../../src/result/runResult.ts';

const late: Reason = { code: 'generator-late', percentOfTime: 40 };
const lost: Reason = { code: 'thread-lost', why: 'it ended' };
const dropped: Reason = { code: 'arrivals-dropped', dropped: 9, arrivals: 99 };
const budget: Reason = { code: 'rate-budget-too-small', neededPerMinute: 9, allowedPerMinute: 3, apiKeys: 1 };
const interrupted: Reason = { code: 'interrupted', afterSeconds: 4 };
const wrongKey: Reason = { code: 'walks-failed', surveys: [1], walks: 9, failed: 9, obstacle: 'key-refused' };
const failing: Reason = { ...wrongKey, obstacle: 'service-error' };

function threshold(
  dimension: ThresholdResult['dimension'],
  bound: ThresholdResult['bound'],
  changes: Partial<ThresholdResult> = {},
): ThresholdResult {
  const facts = { ...(dimension && { dimension }), ...(bound && { bound }) };
  return { expression: 'x', value: 2, limit: 1, passed: false, windowSeconds: null, ...facts, ...changes };
}

describe('what trouble of the generator voids', () => {
  it.each([
    ['a missed limit of time', threshold('time', 'upper'), [late, budget, interrupted, wrongKey]],
    ['a time that was too short', threshold('time', 'lower'), [interrupted, wrongKey]],
    [
      'a rate that was not reached',
      threshold('perSecond', 'lower'),
      [late, lost, dropped, budget, interrupted, wrongKey],
    ],
    ['a count that was not reached', threshold('count', 'lower'), [late, lost, dropped, budget, interrupted, wrongKey]],
    ['a missed share of errors', threshold('share', 'upper'), [interrupted, wrongKey]],
    ['a missed count of errors', threshold('count', 'exact'), [interrupted, wrongKey]],
    ['a limit that was kept', threshold('time', 'upper', { passed: true }), []],
    ['what was not measured', threshold('time', 'upper', { value: null }), []],
  ] as const)('%s', (_, measured, voidedBy) => {
    const all = [late, lost, dropped, budget, interrupted, wrongKey, failing];
    const found = all.filter((reason) => withDoubts(measured, [reason]).untold !== undefined);
    expect(found).toEqual(voidedBy);
  });

  it('says which reasons they were', () => {
    expect(withDoubts(threshold('time', 'upper'), [dropped, late]).untold).toEqual(['generator-late']);
  });

  it('is the load too where canvass stood still for long, and only times and rates where it was short', () => {
    const away = (seconds: number) =>
      doubtsOf({ code: 'generator-away', what: 'process', atSecond: 3, seconds, times: 1 }).includes('load');
    expect([1.2, 1.99, 2, 20].map(away)).toEqual([false, false, true, true]);
  });

  it('is nothing for notes, and for what fails a run', () => {
    expect(isVoiding({ code: 'tolerated', violations: 1 })).toBe(false);
    expect(doubtsOf({ code: 'promises-broken', problems: 1, clauses: ['TAKE-HTTP-01'] })).toEqual([]);
  });
});
