import { addStretch, logPercentile, type Seconds } from './seconds.ts';

/** A run's percentile with the variance that its own seconds account for, both on the scale of natural logarithms. */
export interface RunPercentile {
  readonly log: number;
  readonly variance: number;
  /** Degrees of freedom of the variance: how many blocks it rests on, less one. */
  readonly freedom: number;
}

const resamples = 300;

/**
 * Percentiles of one run with their sampling variance, from blocks of seconds drawn with replacement. Seconds follow
 * one another like weather: a slow second is followed by slow ones, so single seconds would claim too much certainty.
 *
 * @param shares percentiles as shares of 1.
 * @param random uniform numbers in [0, 1).
 */
export function bootstrapPercentiles(
  seconds: Seconds,
  shares: readonly number[],
  random: () => number,
): RunPercentile[] {
  const n = seconds.seconds;
  const length = blockLength(seconds);
  const blocks = Math.max(1, Math.round(n / length));
  const counts = new Float64Array(seconds.buckets);
  const sums = shares.map(() => ({ sum: 0, squares: 0, drawn: 0 }));
  for (let resample = 0; resample < resamples; resample++) {
    counts.fill(0);
    for (let block = 0; block < blocks; block++) {
      const from = Math.floor(random() * n);
      const to = from + length;
      addStretch(seconds, from, Math.min(n, to), counts);
      // Blocks run on from the last second to the first, or the ends would be drawn too seldom.
      if (to > n) addStretch(seconds, 0, to - n, counts);
    }
    shares.forEach((share, i) => {
      const log = logPercentile(counts, seconds.lowestBucket, share);
      const sum = sums[i];
      if (sum === undefined || Number.isNaN(log)) return;
      sum.sum += log;
      sum.squares += log * log;
      sum.drawn++;
    });
  }
  counts.fill(0);
  addStretch(seconds, 0, n, counts);
  // Few blocks show less variance than there is.
  const correction = blocks / Math.max(1, blocks - 1);
  return shares.map((share, i) => {
    const { sum, squares, drawn } = sums[i] ?? { sum: 0, squares: 0, drawn: 0 };
    const variance =
      drawn > 1 ? Math.max(0, squares / drawn - (sum / drawn) ** 2) * correction : Number.POSITIVE_INFINITY;
    return { log: logPercentile(counts, seconds.lowestBucket, share), variance, freedom: Math.max(1, blocks - 1) };
  });
}

/**
 * Seconds to a block: longer the more one second resembles the next; at least 3, at most a quarter of the run. Twice
 * the length that is best for the variance's own error (Carlstein): blocks that are too short understate it, which is
 * the error that raises false alarms.
 */
export function blockLength(seconds: Seconds): number {
  const n = seconds.seconds;
  const likeness = persistence(secondMeans(seconds));
  const length = 2 * Math.cbrt(2 * (likeness / (1 - likeness ** 2)) ** 2 * n);
  return Math.max(1, Math.min(Math.floor(n / 4), Math.max(3, Math.ceil(length))));
}

/** Mean logarithmic latency of each second that had requests. */
function secondMeans({ seconds, buckets, totals }: Seconds): number[] {
  const means: number[] = [];
  for (let second = 0; second < seconds; second++) {
    let count = 0;
    let sum = 0;
    for (let i = 0; i < buckets; i++) {
      const inBucket = (totals[(second + 1) * buckets + i] ?? 0) - (totals[second * buckets + i] ?? 0);
      count += inBucket;
      sum += inBucket * i;
    }
    if (count > 0) means.push(sum / count);
  }
  return means;
}

/**
 * How much of a second's level the next one keeps, 0 to 0.95. The luck of few requests hides it from the correlation
 * of neighbours, but not from how that correlation falls from the first neighbour to the second.
 */
function persistence(levels: readonly number[]): number {
  const first = autocorrelation(levels, 1);
  if (first < 2 / Math.sqrt(levels.length)) return Math.max(0, first);
  return Math.min(0.95, Math.max(first, autocorrelation(levels, 2) / first));
}

/** Correlation of each value with the one `lag` after it. */
function autocorrelation(values: readonly number[], lag: number): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  let variance = 0;
  let covariance = 0;
  values.forEach((value, i) => {
    variance += (value - mean) ** 2;
    const later = values[i + lag];
    if (later !== undefined) covariance += (value - mean) * (later - mean);
  });
  return variance === 0 ? 0 : covariance / variance;
}
