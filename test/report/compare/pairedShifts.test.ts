import { describe, expect, it } from 'vitest';
import { type PairedOptions, pairedShifts, shareOfLook } from '../../../src/report/compare/pairedShifts.ts';
import { type PairSecond, pairBucketOf } from '../../../src/result/duetResult.ts';
import { normal, sampleRandom } from '../../support/sampleRandom.ts';

const options: PairedOptions = { minimumEffect: 0.03, falseAlarms: 0.05, instanceNoise: 0.005, look: 0 };

/** Pairs whose level wanders wildly, for both sides alike; the candidate is slower by a share. */
function pairs(slower: number, seconds: number, seed: number): PairSecond[] {
  const random = sampleRandom(seed);
  return Array.from({ length: seconds }, (_, second) => {
    const storm = Math.exp(0.8 * normal(random));
    const latencies = (factor: number) =>
      Array.from({ length: 60 }, () => [
        pairBucketOf(20_000 * storm * factor * Math.exp(0.3 * normal(random))),
        1,
      ]).flat();
    return { second, endpoints: { take: { base: latencies(1), candidate: latencies(1 + slower) } } };
  });
}

function medianOf(slower: number, seconds: number, seed: number) {
  const shift = pairedShifts(pairs(slower, seconds, seed), options).find(({ share }) => share === 0.5);
  if (shift === undefined) throw new Error('nothing was compared');
  return shift;
}

describe('shifts of pairs', () => {
  it('are found though what slows both sides down is many times as large', () => {
    for (let seed = 1; seed <= 2; seed++) {
      expect(medianOf(0.1, 120, seed)).toMatchObject({ verdict: 'SLOWER', moreSeconds: 0 });
      expect(medianOf(-0.1, 120, seed).verdict).toBe('FASTER');
    }
  });

  it('of equal sides are hardly ever called slower or faster, and their interval holds none', () => {
    const shifts = Array.from({ length: 20 }, (_, seed) => medianOf(0, 40, 100 + seed));
    expect(shifts.filter(({ verdict }) => verdict === 'SLOWER' || verdict === 'FASTER').length).toBeLessThanOrEqual(2);
    expect(shifts.filter(({ low, high }) => low > 0 || high < 0).length).toBeLessThanOrEqual(4);
  });

  it('say how long it would take to know more, and a longer run does know', () => {
    const short = medianOf(0.05, 12, 3);
    expect(short.verdict).toBe("CAN'T TELL");
    expect(short.moreSeconds).toBeGreaterThan(0);
    expect(medianOf(0.05, 12 + 3 * (short.moreSeconds ?? 0), 3).verdict).toBe('SLOWER');
  });

  it('that processes of one build differ by are never told by a longer run', () => {
    const [shift] = pairedShifts(pairs(0.05, 300, 5), { ...options, instanceNoise: 0.05 });
    expect(shift).toMatchObject({ verdict: "CAN'T TELL", moreSeconds: null });
  });

  it('are judged more strictly by each look, and all looks together spend no more than there is', () => {
    const width = (look: number): number => {
      const [shift] = pairedShifts(pairs(0, 60, 7), { ...options, look });
      return (shift?.high ?? 0) - (shift?.low ?? 0);
    };
    expect(width(0)).toBeLessThan(width(1));
    expect(width(1)).toBeLessThan(width(6));
    const spent = Array.from({ length: 1000 }, (_, look) => shareOfLook(look + 1)).reduce(
      (sum, share) => sum + share,
      0,
    );
    expect(spent).toBeLessThanOrEqual(1);
  });

  it('come of nothing', () => {
    expect(pairedShifts([{ second: 0, endpoints: {} }], options)).toEqual([]);
  });
});
