import { type PairSecond, pairBucketsPerOctave } from '../../result/duetResult.ts';
import { drawnPercentiles } from './blockBootstrap.ts';
import { comparedShares, fewestAbove, type PercentileOf, seededRandom } from './latencyShifts.ts';
import { type Seconds, summedSeconds } from './seconds.ts';
import { falseSame, judgeEstimate, type Shift } from './shift.ts';

/** What a duet assumes and asks of latency; shares of 1. */
export interface PairedOptions {
  readonly minimumEffect: number;
  /** Probability with which equal services may be called SLOWER, over all percentiles, and all looks, together. */
  readonly falseAlarms: number;
  /** Standard deviation between two processes of the same build, however long they are measured. */
  readonly instanceNoise: number;
  /** Which look at the run this is, from 1; 0 for a run that is looked at once, when it is over. */
  readonly look: number;
}

/** How far a percentile of the candidate is from that of the base, by pairs. */
export interface PairedShift extends PercentileOf, Shift {
  /** Pairs of answers. */
  readonly pairs: number;
  /** Seconds to go on before the verdict can be told; 0 when it can be; null when no time would do. */
  readonly moreSeconds: number | null;
}

/** The share of the error budget that look `k` may spend: those of all looks, however many, sum to 1. */
export function shareOfLook(look: number): number {
  return look === 0 ? 1 : 1 / (look * (look + 1));
}

/** Longer is not foreseen, s. */
const longestForeseen = 6 * 3600;

/**
 * The shift of each endpoint's percentiles. Blocks of seconds are drawn with both sides together, so that what slowed
 * both down cancels out.
 */
export function pairedShifts(pairs: readonly PairSecond[], options: PairedOptions): PairedShift[] {
  const all = pairs.map(({ second }) => second);
  const [first, last] = [Math.min(...all), Math.max(...all)];
  const names = [...new Set(pairs.flatMap(({ endpoints }) => Object.keys(endpoints)))].sort();
  const comparable = names.flatMap((endpoint) => {
    const sideOf = (side: 'base' | 'candidate'): Seconds | null => {
      const counted = pairs.map(({ second, endpoints }) => ({ second, buckets: endpoints[endpoint]?.[side] ?? [] }));
      return summedSeconds(counted, first, last, pairBucketsPerOctave);
    };
    const [base, candidate] = [sideOf('base'), sideOf('candidate')];
    if (base === null || candidate === null) return [];
    const shares = comparedShares.filter((share) => base.requests * (1 - share) >= fewestAbove);
    return shares.length === 0 ? [] : [{ endpoint, base, candidate, shares }];
  });
  const comparisons = comparable.reduce((sum, { shares }) => sum + shares.length, 0);
  return comparable.flatMap(({ endpoint, base, candidate, shares }) => {
    const drawn = drawnPercentiles([base, candidate], shares, seededRandom(endpoint));
    return drawn.flatMap(({ share, log, logs, variance, freedom }): PairedShift[] => {
      if (!Number.isFinite(variance)) return [];
      const [baseUs = Number.NaN, candidateUs = Number.NaN] = logs.map(Math.exp);
      const common = { endpoint, share, baseUs, candidateUs, pairs: base.requests };
      return [{ ...common, ...judged(log, variance, freedom, base.seconds, comparisons, options) }];
    });
  });
}

/** The endpoint with the most pairs: its p95 decides whether anything can be told. */
export function mostPaired(shifts: readonly PairedShift[]): string {
  return shifts.toSorted((a, b) => b.pairs - a.pairs)[0]?.endpoint ?? '';
}

function judged(
  log: number,
  within: number,
  withinFreedom: number,
  seconds: number,
  comparisons: number,
  { minimumEffect, falseAlarms, instanceNoise, look }: PairedOptions,
): Pick<PairedShift, keyof Shift | 'moreSeconds'> {
  const between = 2 * instanceNoise ** 2;
  const variance = within + between;
  // What is assumed is taken for known: it adds no uncertainty of its own (Satterthwaite).
  const freedom = Math.max(1, withinFreedom * (variance / within) ** 2);
  const share = shareOfLook(look);
  const { decidingError, ...shift } = judgeEstimate(
    { log, error: Math.sqrt(variance), freedom: Math.min(freedom, 1e6) },
    { minimumEffect, falseAlarm: (falseAlarms * share) / comparisons, falseSame: falseSame * share },
  );
  if (shift.verdict !== "CAN'T TELL") return { ...shift, moreSeconds: 0 };
  const room = decidingError ** 2 - between;
  const more = room <= 0 ? Number.POSITIVE_INFINITY : Math.ceil((seconds * within) / room - seconds);
  return { ...shift, moreSeconds: more > longestForeseen || Number.isNaN(more) ? null : Math.max(1, more) };
}
