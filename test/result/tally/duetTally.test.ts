import { describe, expect, test } from 'vitest';
import { highestPairBucket } from '../../../src/result/duetResult.ts';
import { isWholeDuetDelta, PairSums } from '../../../src/result/tally/duetTally.ts';
import { sampleDelta } from '../../support/sampleDeltas.ts';

test('latencies of pairs add up by bucket, whoever counted them', () => {
  const sums = new PairSums();
  sums.add({ second: 3, endpoints: { take: { base: [40, 2, 41, 1], candidate: [50, 3] } } });
  sums.add({ second: 3, endpoints: { take: { base: [40, 5], candidate: [50, 4, 51, 6] } } });
  expect(sums.take()).toEqual([
    { second: 3, endpoints: { take: { base: [40, 7, 41, 1], candidate: [50, 7, 51, 6] } } },
  ]);
  expect(sums.take()).toEqual([]);
});

describe('what came from another machine', () => {
  const fine = { base: [40, 1], candidate: [40, 1] };
  const whole = (base: readonly number[], candidate: readonly number[], candidateSecond = 1) => ({
    ...{ second: 1, differences: [], names: [], counts: { walks: 1, compared: 1, parted: 0 } },
    sides: { base: sampleDelta({ second: 1 }), candidate: sampleDelta({ second: candidateSecond }) },
    pairs: [{ second: 1, endpoints: { take: { base: [...base], candidate: [...candidate] }, 'submit-page': fine } }],
  });

  test.each([
    ['is added', whole([highestPairBucket, 1], [40, 9_999_999]), true],
    ['is refused with a bucket beyond a day of the base', whole([highestPairBucket + 1, 1], [40, 1]), false],
    [
      'is refused with a bucket beyond a day of the candidate',
      whole([40, 1], [41, 1, highestPairBucket + 1, 1]),
      false,
    ],
    ['is refused with a side of another second', whole([40, 1], [40, 1], 2), false],
  ])('%s', (_, delta, isWhole) => {
    expect(isWholeDuetDelta(delta)).toBe(isWhole);
  });
});
