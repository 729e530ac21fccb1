import { addStretch, logPercentile, type Seconds } from './seconds.ts';

/** A percentile, or how far it is from one side to the other, with the variance that its own seconds account for; on the scale of natural logarithms. */
export interface DrawnPercentile {
  readonly log: number;
  readonly variance: number;
  /** Degrees of freedom of the variance: how many blocks it rests on, less one. */
  readonly freedom: number;
}

const resamples = 300;

/**
 * Percentiles of one run, or the difference of them between two sides that were served in the same seconds, with their
 * sampling variance, from blocks of seconds drawn with replacement, for both sides together: what slowed both down cancels
 * out. Seconds follow one another like weather: a slow second is followed by slow ones, so single seconds would claim too
 * much certainty.
 *
 * @param shares percentiles as shares of 1.
 * @param random uniform numbers in [0, 1).
 */
export function drawnPercentiles(
  sides: readonly [Seconds] | readonly [Seconds, Seconds],
  shares: readonly number[],
  random: () => number,
) {
  const { seconds } = sides[0];
  const means = sides.map(secondMeans);
  const levels = Array.from({ length: seconds }, (_, second) => shiftOf(means.map((of) => of[second] ?? Number.NaN)));
  const blocks = blocksOf(seconds, levels);
  const counted = sides.map((side) => ({ side, counts: new Float64Array(side.buckets) }));
  const logsIn = (stretches: readonly Stretch[]): number[][] => {
    for (const { side, counts } of counted) {
      counts.fill(0);
      for (const [from, to] of stretches) addStretch(side, from, to, counts);
    }
    return shares.map((share) => counted.map(({ side, counts }) => logPercentile(counts, side, share)));
  };
  const variances = drawnVariances(blocks, shares.length, random, (stretches) => logsIn(stretches).map(shiftOf));
  const whole = logsIn([[0, seconds]]);
  const freedom = Math.max(1, blocks.count - 1);
  return shares.map((share, i) => {
    const logs = whole[i] ?? [];
    return { share, logs, log: shiftOf(logs), variance: variances[i] ?? Number.POSITIVE_INFINITY, freedom };
  });
}

/** Of one side as it is, of two how far it is from the first to the second. */
function shiftOf([first = Number.NaN, second]: readonly number[]): number {
  return second === undefined ? first : second - first;
}

/** Seconds, from … up to but not including. */
type Stretch = readonly [from: number, to: number];

/** How a run is cut: into `count` blocks of `length` of its `seconds`. */
type Blocks = ReturnType<typeof blocksOf>;

/** @param levels of each second, by which one second is likened to the next; NaN where there is none. */
export function blocksOf(seconds: number, levels: readonly number[]) {
  const length = blockLength(
    seconds,
    levels.filter((level) => !Number.isNaN(level)),
  );
  return { seconds, length, count: Math.max(1, Math.round(seconds / length)) };
}

/**
 * Variances of what `measure` says of blocks that are drawn with replacement, corrected for how few blocks there are.
 * Values that are no numbers are left out.
 */
function drawnVariances(
  { seconds, length, count }: Blocks,
  values: number,
  random: () => number,
  measure: (stretches: readonly Stretch[]) => readonly number[],
): number[] {
  const sums = Array.from({ length: values }, () => ({ sum: 0, squares: 0, drawn: 0 }));
  for (let resample = 0; resample < resamples; resample++) {
    const stretches: Stretch[] = [];
    for (let block = 0; block < count; block++) {
      const from = Math.floor(random() * seconds);
      const to = from + length;
      stretches.push([from, Math.min(seconds, to)]);
      // Blocks run on from the last second to the first, or the ends would be drawn too seldom.
      if (to > seconds) stretches.push([0, to - seconds]);
    }
    measure(stretches).forEach((value, i) => {
      const sum = sums[i];
      if (sum === undefined || Number.isNaN(value)) return;
      sum.sum += value;
      sum.squares += value * value;
      sum.drawn++;
    });
  }
  // Few blocks show less variance than there is.
  const correction = count / Math.max(1, count - 1);
  return sums.map(({ sum, squares, drawn }) =>
    drawn > 1 ? Math.max(0, squares / drawn - (sum / drawn) ** 2) * correction : Number.POSITIVE_INFINITY,
  );
}

/**
 * Seconds to a block: longer the more one second resembles the next; at least 3, at most a quarter of the run. Twice
 * the length that is best for the variance's own error (Carlstein): blocks that are too short understate it, which is
 * the error that raises false alarms.
 */
function blockLength(n: number, levels: readonly number[]): number {
  const likeness = persistence(levels);
  const length = 2 * Math.cbrt(2 * (likeness / (1 - likeness ** 2)) ** 2 * n);
  return Math.max(1, Math.min(Math.floor(n / 4), Math.max(3, Math.ceil(length))));
}

/** Mean logarithmic latency of each second, in buckets of its own; NaN where there were no requests. */
export function secondMeans({ seconds, lowestBucket, buckets, totals }: Seconds): number[] {
  const means: number[] = [];
  for (let second = 0; second < seconds; second++) {
    let count = 0;
    let sum = 0;
    for (let i = 0; i < buckets; i++) {
      const inBucket = (totals[(second + 1) * buckets + i] ?? 0) - (totals[second * buckets + i] ?? 0);
      count += inBucket;
      sum += inBucket * (lowestBucket + i);
    }
    means.push(count > 0 ? sum / count : Number.NaN);
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
