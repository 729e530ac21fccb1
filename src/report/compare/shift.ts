import type { DrawnPercentile } from './blockBootstrap.ts';
import { normalQuantile, studentQuantile } from './statistics.ts';

/** What a comparison assumes and asks; shares of 1. */
export interface CompareOptions {
  /** A shift smaller than this does not matter to anyone. */
  readonly minimumEffect: number;
  /** Probability with which equal services may be called SLOWER, over all endpoints and percentiles together. */
  readonly falseAlarms: number;
  /**
   * Standard deviation between two runs of the same service that no look into one run can show (a warmer machine, other
   * neighbours). It counts as much as `assumedRuns` measured runs, so measured ones soon outweigh it; where the measured
   * ones contradict it, they count alone.
   */
  readonly betweenRuns: number;
}

export const compareDefaults: CompareOptions = { minimumEffect: 0.05, falseAlarms: 0.05, betweenRuns: 0.01 };
const assumedRuns = 4;

const shiftVerdicts = ['FASTER', 'SLOWER', 'SAME', "CAN'T TELL"] as const;
export type ShiftVerdict = (typeof shiftVerdicts)[number];

/** How much a percentile moved from baseline to candidate; shares of 1, so 0.1 is 10 % slower. */
export interface Shift {
  readonly shift: number;
  /** The interval in which the shift lies, at the confidence that the verdict needs. */
  readonly low: number;
  readonly high: number;
  readonly verdict: ShiftVerdict;
}

/** A shift between runs. */
export interface RunShift extends Shift {
  /** Runs to add to each side before the verdict can be told; 0 when it can be, or it takes other than more of them; null when more than 50. */
  readonly moreRuns: number | null;
}

/** A difference of logarithms with its standard error. */
export interface Estimate {
  readonly log: number;
  readonly error: number;
  readonly freedom: number;
}

/** How much error there is for one shift: shares of 1. */
interface ErrorBudget {
  readonly minimumEffect: number;
  /** Of calling equal services SLOWER. */
  readonly falseAlarm: number;
  /** Of calling services SAME that differ by the minimum effect. */
  readonly falseSame: number;
}

/** Of SAME, by two one-sided tests. */
export const falseSame = 0.05;

const mostRuns = 50;

/**
 * The shift of one percentile between the runs of two sides, judged.
 *
 * SLOWER: at least the minimum effect, and the interval excludes no shift. FASTER, which nobody has to act upon: the whole
 * interval lies beyond the minimum effect. SAME: by two one-sided tests the shift is smaller than the minimum effect.
 * Otherwise CAN'T TELL.
 *
 * @param comparisons how many shifts are judged together: their intervals widen so that false alarms stay bounded.
 */
export function judgeShift(
  baseline: readonly DrawnPercentile[],
  candidate: readonly DrawnPercentile[],
  comparisons: number,
  { minimumEffect, falseAlarms, betweenRuns }: CompareOptions,
): RunShift {
  const log = mean(candidate.map((run) => run.log)) - mean(baseline.map((run) => run.log));
  const noise = noiseOf(baseline, candidate, betweenRuns);
  const error = Math.sqrt(noise.perRun * (1 / baseline.length + 1 / candidate.length));
  const budget = { minimumEffect, falseAlarm: falseAlarms / comparisons, falseSame };
  const { decidingError, ...shift } = judgeEstimate({ log, error, freedom: noise.freedom }, budget);
  if (shift.verdict !== "CAN'T TELL") return { ...shift, moreRuns: 0 };
  const runs = Math.ceil((2 * noise.perRun) / decidingError ** 2);
  const more = Math.max(1, runs - Math.min(baseline.length, candidate.length));
  return { ...shift, moreRuns: more > mostRuns || !Number.isFinite(more) ? null : more };
}

/**
 * Judges one shift, whatever its error rests on: the rules of `judgeShift`.
 *
 * @returns beside the shift the standard error that would decide, were the shift what it seems.
 */
export function judgeEstimate(
  { log, error, freedom }: Estimate,
  { minimumEffect, falseAlarm, falseSame }: ErrorBudget,
): Shift & { readonly decidingError: number } {
  const alarm = studentQuantile(1 - falseAlarm, freedom);
  const same = studentQuantile(1 - falseSame, freedom);
  const matters = Math.log1p(minimumEffect);
  const size = Math.abs(log);
  // Nearer than a fifth to what matters no error may decide.
  const least = Math.max(Math.abs(size - matters), matters / 5);
  const decidingError = size < matters ? least / same : (log > 0 ? size : least) / alarm;
  const verdict = ((): ShiftVerdict => {
    if (size >= matters && size - (log > 0 ? 0 : matters) > alarm * error) return log > 0 ? 'SLOWER' : 'FASTER';
    return size + same * error < matters ? 'SAME' : "CAN'T TELL";
  })();
  return {
    shift: Math.expm1(log),
    low: Math.expm1(log - alarm * error),
    high: Math.expm1(log + alarm * error),
    verdict,
    decidingError,
  };
}

/** Variance of one run's percentile, within and between runs, with its degrees of freedom (Satterthwaite). */
function noiseOf(
  baseline: readonly DrawnPercentile[],
  candidate: readonly DrawnPercentile[],
  betweenRuns: number,
): { perRun: number; freedom: number } {
  const runs = [...baseline, ...candidate];
  const within = mean(runs.map((run) => run.variance));
  const withinFreedom = runs.reduce((sum, run) => sum + run.freedom, 0);
  const measuredFreedom = runs.length - 2;
  const measured = measuredFreedom === 0 ? 0 : (squares(baseline) + squares(candidate)) / measuredFreedom;
  const contradicted =
    measuredFreedom > 0 && measured > (within + betweenRuns ** 2) * greatestByChance(measuredFreedom);
  // What was assumed steadies what was measured, but not once the runs themselves say that it was wrong.
  const assumedFreedom = contradicted ? 0 : assumedRuns;
  const betweenFreedom = assumedFreedom + measuredFreedom;
  const between =
    (assumedFreedom * betweenRuns ** 2 + measuredFreedom * Math.max(0, measured - within)) / betweenFreedom;
  const perRun = within + between;
  return { perRun, freedom: perRun ** 2 / (within ** 2 / withinFreedom + between ** 2 / betweenFreedom) };
}

/**
 * How many times its true value a variance measured with `freedom` degrees exceeds by chance once in twenty: the
 * chi-squared quantile over its freedom (Wilson and Hilferty's approximation).
 */
function greatestByChance(freedom: number): number {
  const spread = 2 / (9 * freedom);
  return (1 - spread + normalQuantile(0.95) * Math.sqrt(spread)) ** 3;
}

function squares(runs: readonly DrawnPercentile[]): number {
  const centre = mean(runs.map((run) => run.log));
  return runs.reduce((sum, run) => sum + (run.log - centre) ** 2, 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
