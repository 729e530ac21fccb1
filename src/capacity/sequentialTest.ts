import type { ObjectiveCount } from './serviceLevel.ts';

/**
 * Wald's sequential probability ratio test on a share of bad requests, made safe for requests that fail in bursts: one
 * second can move the ratio by no more than `secondWeight`, so that no single second decides.
 */
const secondWeight = 1;

/** Log of the odds that end a test: 1 in 20 for "broken"; 1 in 5 for "holds", which only lets a climb go on. */
const breakBound = Math.log(19);
const holdBound = Math.log(5);

function logRatio(seconds: readonly ObjectiveCount[], lower: number, upper: number): number {
  const perBad = Math.log(upper / lower);
  const perGood = Math.log((1 - upper) / (1 - lower));
  let sum = 0;
  for (const { bad, total } of seconds) {
    const moved = bad * perBad + (total - bad) * perGood;
    sum += Math.max(-secondWeight, Math.min(secondWeight, moved));
  }
  return sum;
}

/** Whether the seconds show clearly that more than `allowed` are bad (against three times as many). */
export function clearlyAbove(seconds: readonly ObjectiveCount[], allowed: number): boolean {
  const share = Math.min(0.3, Math.max(allowed, 1e-6));
  return logRatio(seconds, share, 3 * share) >= breakBound;
}

/** Whether the seconds show clearly that far fewer than `allowed` are bad (a third, against all that is allowed). */
export function clearlyBelow(seconds: readonly ObjectiveCount[], allowed: number): boolean {
  const share = Math.min(0.9, Math.max(allowed, 1e-6));
  return logRatio(seconds, share / 3, share) <= -holdBound;
}
