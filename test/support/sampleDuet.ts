import { type DuetFindings, type PairSecond, pairBucketOf } from '../../src/result/duetResult.ts';
import { sampleRandom } from './sampleRandom.ts';
import { failingResult, sampleResult } from './sampleResults.ts';

/** A duet whose candidate is a tenth slower, breaks promises, and answers one thing differently, in hostile words. */
export function duetFindings(): DuetFindings {
  const candidate = failingResult();
  const [violation] = candidate.violations;
  if (violation === undefined) throw new Error('the failing sample breaks nothing');
  const { witness } = violation;
  return {
    base: sampleResult(),
    candidate,
    pairs: { walks: 100, compared: 1200, parted: 2 },
    seconds: pairSeconds(0.1),
    differences: [
      {
        id: 'value:3fa94c2e',
        aspect: 'value',
        endpoints: ['take'],
        path: 'response.<script>window.owned=1</script>',
        base: '<img src=x onerror="window.owned=1">',
        candidate: '"></script><script>window.owned=1</script>',
        count: 7,
        reversed: 0,
        example: { base: witness, candidate: witness },
      },
    ],
    learnt: { kinds: 1, compared: 300 },
  };
}

/** A minute of pairs; the candidate is slower by a share. */
function pairSeconds(slower: number): PairSecond[] {
  const random = sampleRandom(3);
  return Array.from({ length: 60 }, (_, second) => {
    const level = 20_000 * (1 + 0.2 * random());
    const latencies = (factor: number) =>
      Array.from({ length: 20 }, () => [pairBucketOf(level * factor * (0.8 + 0.4 * random())), 1]).flat();
    return { second, endpoints: { take: { base: latencies(1), candidate: latencies(1 + slower) } } };
  });
}
