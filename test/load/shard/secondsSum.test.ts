import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SecondsSum } from '../../../src/load/shard/secondsSum.ts';
import type { SecondDelta } from '../../../src/result/tally/delta.ts';
import { SecondSum } from '../../../src/result/tally/mergeDeltas.ts';
import { sampleDelta } from '../../support/sampleDeltas.ts';

/** Seconds of each part, and an order in which they come: some twice. */
const comings = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 5 }).chain((lengths) => {
  const all = lengths.flatMap((length, part) => Array.from({ length }, (_, second) => ({ part, second })));
  const twice = fc.subarray(all);
  const order = twice.chain((repeated) => {
    const told = [...all, ...repeated];
    return fc.shuffledSubarray(told, { minLength: told.length, maxLength: told.length });
  });
  return fc.record({ lengths: fc.constant(lengths), order });
});

describe('the sum of seconds', () => {
  it('is told once for each second, in order, whatever the order in which they come, and however often', () => {
    fc.assert(
      fc.property(comings, ({ lengths, order }) => {
        const told: SecondDelta[] = [];
        const sum = new SecondsSum(
          lengths.length,
          () => new SecondSum(),
          (delta) => told.push(delta),
        );
        for (const { part, second } of order) sum.add(part, sampleDelta({ second, arrivals: 10 ** part }));
        lengths.forEach((_, part) => {
          sum.end(part);
        });
        const longest = Math.max(...lengths);
        const expected = Array.from({ length: longest }, (_, second) =>
          lengths.reduce((all, length, part) => all + (second < length ? 10 ** part : 0), 0),
        );
        expect(told.map(({ second, arrivals }) => [second, arrivals])).toEqual(
          expected.map((arrivals, second) => [second, arrivals]),
        );
        expect(sum.isOver).toBe(true);
      }),
    );
  });

  it('waits for a part that has not told, and no longer when it has ended', () => {
    const told: number[] = [];
    const sum = new SecondsSum(
      2,
      () => new SecondSum(),
      ({ arrivals }) => told.push(arrivals),
    );
    sum.add(0, sampleDelta({ second: 0, arrivals: 1 }));
    expect(told).toEqual([]);
    sum.end(1);
    expect(told).toEqual([1]);
    expect(sum.add(1, sampleDelta({ second: 1, arrivals: 9 }))).toBe(false);
  });

  it('passes over what a lost part left out', () => {
    const told: number[] = [];
    const sum = new SecondsSum(
      1,
      () => new SecondSum(),
      ({ second }) => told.push(second),
    );
    for (const second of [0, 2]) sum.add(0, sampleDelta({ second }));
    sum.end(0);
    expect(told).toEqual([0, 2]);
  });
});
