import { describe, expect, it } from 'vitest';
import { compareDefaults, judgeShift } from '../../../src/report/compare/shift.ts';
import { normal, sampleRandom } from '../../support/sampleRandom.ts';

const run = (log: number, deviation = 0.005) => ({ log, variance: deviation ** 2, freedom: 12 });
const judge = (before: number[], after: number[], deviation?: number) =>
  judgeShift(
    before.map((log) => run(log, deviation)),
    after.map((log) => run(log, deviation)),
    6,
    compareDefaults,
  );

describe('the verdict of a shift', () => {
  it('is SLOWER or FASTER when the shift matters and is certain', () => {
    expect(judge([0, 0.002, -0.002], [0.1, 0.098, 0.102])).toMatchObject({ verdict: 'SLOWER', moreRuns: 0 });
    expect(judge([0.1, 0.098, 0.102], [0, 0.002, -0.002])).toMatchObject({ verdict: 'FASTER', moreRuns: 0 });
  });

  it('is FASTER only where the whole interval lies beyond what matters: SLOWER may be a warning, FASTER is a claim', () => {
    const [slow, fast] = [
      [0.2, 0.16, 0.24],
      [0, 0.04, -0.04],
    ];
    expect(judge(fast, slow, 0.09).verdict).toBe('SLOWER');
    const { verdict, high, moreRuns } = judge(slow, fast, 0.09);
    expect(high).toBeGreaterThan(-compareDefaults.minimumEffect);
    expect(verdict).toBe("CAN'T TELL");
    expect(moreRuns).toBeGreaterThan(0);
  });

  it('is SAME when the shift is certain but does not matter', () => {
    expect(judge([0, 0.002, -0.002], [0.02, 0.018, 0.022]).verdict).toBe('SAME');
  });

  it("is CAN'T TELL when runs differ more among themselves than from each other, with how many more it takes", () => {
    const shift = judge([0, 0.1, -0.1], [0.1, 0.2, 0]);
    expect(shift.verdict).toBe("CAN'T TELL");
    expect(shift.moreRuns).toBeGreaterThan(3);
    expect(shift.low).toBeLessThan(0);
  });

  it('trusts what runs show of their differences, not the assumption that they contradict', () => {
    const before = [0, 0.05, -0.05];
    const after = [0.1, 0.15, 0.05];
    const { low, high, verdict } = judge(before, after);
    expect(verdict).toBe("CAN'T TELL");
    expect(judge(before, after, 0.06).high - judge(before, after, 0.06).low).toBeLessThan(high - low);
  });

  it('calls at most one of ten pairs of equal sides SLOWER, however much more their runs differ than is assumed', () => {
    for (const deviation of [0.02, 0.05, 0.2]) {
      const random = sampleRandom(1);
      const side = () => [1, 2, 3].map(() => run(deviation * normal(random)));
      const slower = Array.from({ length: 600 }, () => judgeShift(side(), side(), 1, compareDefaults)).filter(
        ({ verdict }) => verdict === 'SLOWER',
      );
      expect(slower.length / 600).toBeLessThan(0.1);
    }
  });

  it('gives an interval that holds the shift and narrows with more runs', () => {
    const one = judge([0], [0.1]);
    const three = judge([0, 0.001, -0.001], [0.1, 0.101, 0.099]);
    for (const { low, shift, high } of [one, three]) {
      expect(low).toBeLessThan(shift);
      expect(high).toBeGreaterThan(shift);
    }
    expect(three.high - three.low).toBeLessThan((one.high - one.low) * 0.7);
  });

  it('never claims more from one run each than the assumed difference between runs allows', () => {
    const { low, high } = judge([0], [0], 0);
    expect(high - low).toBeGreaterThan(2 * 2 * compareDefaults.betweenRuns);
  });
});
